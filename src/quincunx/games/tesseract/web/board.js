// tesseract: graphite. 16 boards of 16 squares; a square is chosen by hex digits or by clicking, and then confirmed.

import { acting, arrive, calm, fillWell, Frame, suitOf, Voice } from "../../boards/board.js";
import { at, circle, html, polyline, rect, suitPath, svg, svgText } from "../../boards/draw.js";
import { dazzlerValues, hexOf, partsOf } from "./dazzler.js";
import { CELL, layout, linesThrough, partOf, shapeFor } from "./hyper.js";
import { createChoice, createLoupe, FINGER } from "../../boards/loupe.js";
import { badge, brackets, hint, stroke, verdict } from "../../boards/states.js";
import { advice, colour, named, resting, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

/** The board can draw lines. */
export const drawsLines = true;

/** The look of the original machine, with the values that its program gave to the squares. */
export const skins = ["dazzler"];

const UNIT = CELL / 100;
/** The size of a thumbnail's host: choose the smallest shape. */
const NOWHERE = { clientWidth: 0, clientHeight: 0 };
/** Sizes at which the suits look equally large. */
const SIZE = { blue: 13, red: 12.9, yellow: 12, plum: 13 };

export function create({ board, well, play, whyNot, say }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "tesseract", { choose, clear: takeBack, point: mark, key, resize });
  const panel = well && createPanel(well, { choose, confirm: confirmed, takeBack: putBack });
  let view = null;
  let cells = new Map();
  let values = new Map();
  let look = {};
  let plan = null;
  let me = null;
  let candidate = null;
  let typed = "";
  let part = null;

  function show(next, wanted = {}) {
    const before = view;
    [view, look, typed] = [next, wanted, ""];
    cells = new Map(view.cells.map((cell) => [cell.name, cell]));
    board.classList.toggle("dazzler-skin", look.skin === "dazzler" && !look.still);
    values = look.skin === "dazzler" && !view.outcome ? dazzlerValues(view.cells, view.turn, dims()) : new Map();
    if (look.mine?.length) me = look.mine[0];
    if (!mine() || !view.moves.includes(candidate) || look.wrong === candidate) candidate = null;
    draw();
    if (before && before.position !== view.position) travel(before);
  }

  function draw() {
    plan = layout(view.grid, shapeFor(view.grid, look.still ? NOWHERE : board));
    frame.lay(plan, look);
    paint();
    mark();
    if (!look.still) describe();
  }

  function resize() {
    if (view) draw();
  }

  const mine = () => acting(view, look);
  const dims = () => (view.grid.columns.length === 16 ? 4 : 3);
  const cellAt = (name) => cells.get(name);
  const lastSquare = () => look.last?.tokens.at(-1) ?? null;
  const small = () => Boolean(panel) && frame.scaleWith(panel.spare()) * CELL < FINGER;

  function choose(name, pressed) {
    typed = "";
    if (pressed === " " && candidate) return takeBack();
    part = name;
    if (!mine()) voice.refuse(resting(view));
    else if (!view.moves.includes(name)) whyNot(name);
    else if (name === candidate) return play(name);
    else candidate = name;
    return mark();
  }

  function takeBack() {
    candidate = null;
    typed = "";
    mark();
  }

  // Pressing a button in the well disables it, which would lose the focus: move it back to the board.
  function confirmed() {
    frame.focus(candidate);
    play(candidate);
  }

  function putBack() {
    frame.focus(candidate ?? frame.current);
    takeBack();
  }

  /** Two hex digits name a square, row first. */
  function key(pressed) {
    if (pressed === "Backspace" && typed) typed = "";
    else if (/^[0-9a-f]$/i.test(pressed)) type(pressed.toUpperCase());
    else return false;
    mark();
    return true;
  }

  function type(digit) {
    if (!mine()) return voice.refuse(resting(view));
    const name = typed + digit;
    typed = typed ? "" : digit;
    if (name.length < 2) return undefined;
    if (!frame.places.has(name)) return whyNot(name);
    frame.focus(name);
    // Typing the same square again does not confirm it; only Return does.
    return name === candidate ? undefined : choose(name);
  }

  function paint() {
    const [x, y, width, height] = plan.box;
    const decisive = new Set(view.highlights.decisive.flat());
    const tied = (look.outcome ?? view.outcome)?.winner === null ? lastSquare() : null;
    frame.ground.replaceChildren(
      rect(x, y, width, height, 17, "plate"),
      ...(look.still ? [] : plan.labels()),
      ...view.cells.map(({ name }) => plan.square(name, "cell")),
    );
    frame.pieces.replaceChildren(
      ...view.cells
        .filter((cell) => cell.seat)
        .map(({ name, seat }) =>
          svg(
            "g",
            {
              class: decisive.size && !decisive.has(name) ? "stepped-back" : null,
              transform: at(...plan.place(name)),
              "data-at": name,
            },
            decisive.has(name) && plateOf(seat),
            name === tied && plateOf(0),
            markOf(suitOf(look, seat)),
          ),
        ),
    );
  }

  /** The background of a winning mark: a green disc for a person, a white square for the computer and for a tie. */
  const plateOf = (seat) =>
    seat && !look.computers?.includes(seat) ? circle(0, 0, 17, "four-disc") : rect(-17, -17, 34, 34, 3, "four-square");

  /** Draws what depends on the pointer, the focus and the choice. */
  function mark() {
    if (!plan) return;
    const centre = frame.active ?? candidate ?? (look.still ? lastSquare() : null);
    const lines = look.lines && centre && !view.outcome ? sorted(centre) : null;
    const lit = new Set(lines ? [...lines.yours, ...lines.theirs, ...lines.empty].flat() : []);
    const rowTyped = typed ? view.cells.filter(({ name }) => name[0] === typed) : [];
    frame.lines.replaceChildren(
      ...rowTyped.map(({ name }) => plan.square(name, "cell-lit")),
      ...[...lit].map((name) => plan.square(name, "cell-lit")),
      ...(lines ? strokes(lines) : []),
      ...threes().map(({ squares, seat }) => polyline(plan.course(squares), `three of-${suitOf(look, seat)}`)),
      ...[...lit].filter((name) => !cellAt(name).seat).map((name) => circle(...plan.place(name), 3.6, "line-dot")),
      ...view.highlights.decisive.map((four) =>
        stroke(plan.course(four), computerWon() ? "winning by-computer" : "winning"),
      ),
      ...(frame.active && !view.outcome ? [plan.square(frame.active, "cell-active")] : []),
      ...(candidate ? [plan.square(candidate, "cell-chosen")] : []),
    );
    frame.marks.replaceChildren(
      ...(values.size && !small() ? written() : []),
      ...(frame.active && frame.active !== candidate && !cellAt(frame.active).seat && !view.outcome
        ? [svgText(frame.active, ...plan.place(frame.active), 15, "active-name")]
        : []),
      ...threes()
        .filter(({ at: name }) => name !== frame.active && name !== candidate)
        .map(({ at: name, seat }) => verdict(...plan.place(name), 0.62, seat === view.turn)),
      ...(candidate ? [svgText(candidate, ...plan.place(candidate), 15, "chosen-name")] : []),
      ...(lastSquare() && !view.outcome ? [brackets(...plan.place(lastSquare()), CELL / 2 + 1, 0.5)] : []),
      ...(look.hint ? [hint(...plan.place(look.hint), UNIT * 1.2)] : []),
      ...Object.entries(look.values ?? {})
        .filter(([name]) => name !== frame.active && name !== candidate)
        .map(([name, value]) => badge(value, ...plan.place(name), UNIT, plan.width - 1)),
      ...(small() ? [frameOf(shownPart())] : []),
    );
    showPanel(centre, lines);
    tell();
  }

  const computerWon = () => Boolean(look.computers?.includes(view.outcome?.winner));

  /** The highest value: the program took the first square with it, unless it could win or had to block. */
  const highest = () => Math.max(...values.values());

  /** The program's values, on squares without other text. */
  function written() {
    const busy = new Set([
      frame.active,
      candidate,
      ...Object.keys(look.values ?? {}),
      ...threes().map(({ at: name }) => name),
    ]);
    return [...values]
      .filter(([name]) => !busy.has(name))
      .map(([name, value]) =>
        svgText(hexOf(value), ...plan.place(name), 11, value === highest() ? "dazzler-value best" : "dazzler-value"),
      );
  }

  /** Lines that one more mark completes: a win, or a threat to block. */
  const threes = () => (look.lines && !look.still ? view.highlights.candidates : []);

  const shownPart = () => partOf(candidate ?? part ?? lastSquare() ?? (dims() === 4 ? "44" : "00"));

  /** The lines through a square, grouped by who can still complete them. */
  function sorted(name) {
    const first = me ?? 1;
    const found = { yours: [], theirs: [], empty: [], dead: [] };
    for (const four of linesThrough(name, dims())) {
      const seats = new Set(four.map((other) => cellAt(other).seat).filter(Boolean));
      const kind = seats.size === 2 ? "dead" : seats.has(first) ? "yours" : seats.size ? "theirs" : "empty";
      found[kind].push(four);
    }
    return found;
  }

  function strokes(lines) {
    const suits = { yours: suitOf(look, me ?? 1), theirs: suitOf(look, 3 - (me ?? 1)) };
    return ["dead", "empty", "theirs", "yours"].flatMap((kind) =>
      lines[kind].map((four) => {
        const extra = `through through-${kind} ${suits[kind] ? `of-${suits[kind]}` : ""}`;
        return polyline(plan.course(four), extra);
      }),
    );
  }

  function frameOf(rows) {
    const [[x1, y1], [x2, y2]] = [plan.place(rows[0][0]), plan.place(rows[3][3])];
    return rect(x1 - 23, y1 - 23, x2 - x1 + 46, y2 - y1 + 46, 8, "loupe-frame");
  }

  function showPanel(centre, lines) {
    panel?.show({
      name: candidate ?? typed,
      whole: Boolean(candidate),
      mine: mine(),
      value: candidate && look.values?.[candidate],
      centre,
      lines,
      sides: me ? null : [1, 2].map((seat) => colour(suitOf(look, seat))),
      suits: [me ?? 1, 3 - (me ?? 1)].map((seat) => suitOf(look, seat)),
      asked: Boolean(look.lines) && !view.outcome,
      loupe: small() ? shownPart() : null,
      dazzler: values.has(centre) ? values.get(centre) : null,
      drawn: (name) => {
        if (cellAt(name).seat) return svg("g", { transform: "scale(2.6)" }, markOf(suitOf(look, cellAt(name).seat)));
        return values.has(name) && name !== candidate
          ? svgText(hexOf(values.get(name)), 0, 0, 30, "dazzler-value")
          : null;
      },
    });
  }

  function describe() {
    const decisive = new Set(view.highlights.decisive.flat());
    const open = new Map(threes().map((three) => [three.at, three.seat]));
    for (const { at: name, seat } of threes()) if (seat === view.turn) open.set(name, seat);
    for (const { name, seat } of view.cells) {
      const label = named(
        name,
        seat ? colour(suitOf(look, seat)) : text("web.board.state.empty"),
        open.has(name) && text(open.get(name) === view.turn ? "tesseract.board.wins" : "tesseract.board.loses"),
        state(name === lastSquare(), "last-move"),
        decisive.has(name) && text(computerWon() ? "tesseract.board.winning-computer" : "tesseract.board.winning"),
        state(name === look.hint, "hint"),
        look.values?.[name]?.text,
        values.has(name) && text("tesseract.board.dazzler.value", { value: hexOf(values.get(name)) }),
      );
      frame.describe(name, label, mine() ? !seat : null);
    }
  }

  function travel(before) {
    if (look.still) return;
    const name = lastSquare();
    const placed = name && !before.cells.find((cell) => cell.name === name)?.seat;
    const element = placed && frame.pieces.querySelector(`[data-at="${name}"]`);
    const [x, y] = name ? plan.place(name) : [];
    if (element) arrive(element, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0 }, 220);
    if (calm()) return;
    for (const won of frame.lines.querySelectorAll(".winning polyline")) {
      won.setAttribute("pathLength", 1);
      won.animate(
        [
          { strokeDasharray: 1, strokeDashoffset: 1 },
          { strokeDasharray: 1, strokeDashoffset: 0 },
        ],
        480,
      );
    }
  }

  function guidance() {
    if (candidate) return advice("tesseract.board.selected", { square: candidate });
    return typed ? advice("tesseract.board.column", { row: typed }) : advice("tesseract.board.select");
  }

  function tell() {
    voice.guide(mine() ? guidance() : "", `${view.position} ${candidate} ${typed}`);
  }

  function destroy() {
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

/** A mark centred on the origin. The lozenge has a hole in the background colour. */
function markOf(name) {
  return svg(
    "g",
    { class: `mark of-${name}` },
    svg("path", { class: "mark-shape", d: suitPath(name, SIZE[name]) }),
    name === "red" && svg("path", { class: "mark-hole", d: suitPath(name, 4.2) }),
  );
}

/** The choice, the loupe, and the legend of the lines with their counts. */
function createPanel(well, { choose, confirm, takeBack }) {
  const choice = createChoice({ confirm, takeBack });
  const loupe = createLoupe("tesseract", choose);
  const title = html("h2", { class: "well-label" });
  const rows = ["yours", "theirs", "empty", "dead"].map(keyRow);
  const key = html(
    "div",
    { class: "well-part" },
    title,
    html(
      "ul",
      { class: "line-key" },
      rows.map(({ row }) => row),
    ),
  );
  const register = html("p", { class: "well-part dazzler-register" });
  fillWell(well, loupe.element, choice.element, key, register);
  return {
    spare: () => loupe.spare(choice.element),
    show({ name, whole, mine, value, centre, lines, sides, suits, asked, loupe: part, drawn, dazzler }) {
      register.hidden = dazzler === null;
      register.textContent = dazzler === null ? "" : registerWords(centre, dazzler);
      choice.show(name, { whole, value });
      choice.element.hidden = !mine;
      loupe.element.classList.toggle("away", !part);
      if (part) loupe.show(part, drawn, whole ? name : null);
      key.hidden = !asked;
      const count = lines ? Object.values(lines).flat().length : 0;
      title.textContent = lines
        ? text("tesseract.board.through", { n: count, square: centre })
        : text("tesseract.board.no-square");
      for (const [i, { kind, swatch, label, number }] of rows.entries()) {
        swatch.setAttribute("class", `through through-${kind} ${suits[i] ? `of-${suits[i]}` : ""}`);
        label.textContent = sides?.[i] ?? text(`tesseract.board.kind.${kind}`);
        number.textContent = lines ? lines[kind].length : "–";
      }
    },
  };
}

/** Explains the parts of one of the program's values. */
function registerWords(square, value) {
  const [own, other, one, empty] = partsOf(value);
  return text("tesseract.board.dazzler.parts", { square, value: hexOf(value), own, other, one, empty });
}

function keyRow(kind) {
  const swatch = svg("line", { x1: 1, y1: 5, x2: 29, y2: 5 });
  const label = html("span", {});
  const number = html("b", {});
  const sample = svg("svg", { viewBox: "0 0 30 10", class: "swatch", "aria-hidden": "true" }, swatch);
  return { kind, swatch, label, number, row: html("li", {}, sample, label, number) };
}
