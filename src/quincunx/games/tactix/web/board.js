// tactix: Copenhagen blue. A span is chosen by clicking its first and last counter, or by dragging.

import { acting, Frame, leave, Voice } from "../../boards/board.js";
import { at, line, rect, superellipse, svg, svgText } from "../../boards/draw.js";
import { between, createSpanPanel, LETTERS, spot, squaresOf, tokenOf } from "./span.js";
import { badge, hint } from "../../boards/states.js";
import { advice, named, resting, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

const RIM = 34;
const PITCH = 100;
const HOLE = superellipse(40);
const COUNTER = superellipse(36);
const ENGRAVED = superellipse(24);

const place = (name) => spot(name).map((i) => RIM + PITCH * i + PITCH / 2);

export function create({ board, well, play, whyNot, say }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "tactix", { choose, clear, point, drag, drop });
  const panel = well && createSpanPanel(well, { take, clear: putBack, pick });
  let view = null;
  let look = {};
  let first = null;
  let last = null;
  let asked = null;

  function show(next, wanted = {}) {
    const before = view;
    [view, look, asked] = [next, wanted, null];
    if (!mine() || before?.position !== view.position) first = last = null;
    frame.lay(plan(view.grid), look);
    frame.svg.classList.toggle("to-drag", mine() && !look.still);
    paint();
    panel?.show(view, look, mine());
    mark();
    if (before && before.position !== view.position && !look.still) depart(before);
  }

  const mine = () => acting(view, look);
  const has = (name) => view.cells.some((cell) => cell.name === name && cell.counter);
  /** The span chosen so far: from the first counter to the one pointed at. */
  const span = () => (first ? between(first, last ?? first) : null);

  function legal(one, other) {
    const squares = between(one, other);
    return squares && view.moves.includes(tokenOf(squares));
  }

  function choose(name) {
    if (!mine()) voice.refuse(resting(view));
    else if (!has(name)) whyNot(name);
    else if (!first) {
      [first, last] = [name, name];
      mark();
    } else if (legal(first, name)) {
      last = name;
      ask(tokenOf(span()));
    } else whyNot(`${first}-${name}`);
  }

  function clear() {
    first = last = asked = null;
    mark();
  }

  // Pressing a button in the well disables it, which would lose the focus: move it back to the board.
  function take() {
    frame.focus(last);
    ask(tokenOf(span()));
  }

  function putBack() {
    frame.focus(first);
    clear();
  }

  /** Previews a span chosen from the list of values. */
  function pick(token) {
    if (!mine()) return voice.refuse(resting(view));
    const squares = squaresOf(token);
    [first, last] = [squares[0], squares.at(-1)];
    mark();
  }

  function ask(token) {
    asked = token;
    mark();
    play(token);
  }

  /** The preview follows the pointer and the focus. It stays when they leave the board, on the way to the Take
   * button. */
  function point() {
    if (!view) return;
    if (first && !asked && frame.active && legal(first, frame.active)) last = frame.active;
    mark();
  }

  function drag(from, to) {
    if (!mine() || !has(from)) return;
    first = from;
    last = to && legal(from, to) ? to : from;
    mark();
  }

  function drop(from, to) {
    if (!mine()) return voice.refuse(resting(view));
    if (!has(from)) return whyNot(from);
    first = from;
    choose(to);
  }

  function paint() {
    const size = view.grid.rows.length;
    const rim = look.still ? [] : labels(size);
    const plate = rect(0, 0, 68 + PITCH * size, 68 + PITCH * size, 16, "plate");
    const holes = view.cells.map(({ name }) => svg("path", { class: "hole", d: HOLE, transform: at(...place(name)) }));
    frame.ground.replaceChildren(plate, ...rim, ...holes, ...taken(look.last));
  }

  function mark() {
    const squares = span() ?? [];
    const lifted = mine() && !look.still && has(frame.active) && !squares.includes(frame.active) ? frame.active : null;
    frame.lines.replaceChildren(...(squares.length ? [capsule(squares)] : []));
    frame.pieces.replaceChildren(
      ...view.cells
        .filter((cell) => cell.counter)
        .map(({ name }) => counter(name, { chosen: squares.includes(name), lifted: name === lifted })),
    );
    frame.marks.replaceChildren(
      ...(squares.length ? ends(first, last) : []),
      ...(look.hint ? squaresOf(look.hint).map((name) => hint(...place(name), 1)) : []),
      ...values(),
    );
    if (!look.still) describe();
    panel?.choose(squares, look);
    if (mine()) voice.guide(guidance(), `${view.position} ${first}`, Boolean(first));
    else voice.guide("", view.position);
  }

  const guidance = () =>
    first ? advice("tactix.board.select-last", { square: first }) : advice("tactix.board.select-first");

  /** After the first counter is chosen, the value of each possible last one. */
  function values() {
    if (!look.values || !first) return [];
    return view.cells
      .filter(({ name }) => legal(first, name))
      .map(({ name }) => [name, look.values[tokenOf(between(first, name))]])
      .filter(([, value]) => value)
      .map(([name, value]) =>
        badge(value, place(name)[0], place(name)[1] + (name === first || name === last ? 21 : 0), 0.8),
      );
  }

  function describe() {
    const gone = new Set(look.last?.tokens.flatMap(squaresOf));
    const hinted = new Set(look.hint ? squaresOf(look.hint) : []);
    const squares = span() ?? [];
    for (const { name, counter: there } of view.cells) {
      const token = first && legal(first, name) ? tokenOf(between(first, name)) : name;
      const label = named(
        name,
        there ? text("tactix.board.counter") : text("web.board.state.empty"),
        name === first ? text("tactix.board.first") : state(squares.includes(name), "selected"),
        state(gone.has(name), "last-move"),
        state(hinted.has(name), "hint"),
        there && look.values?.[token]?.text,
      );
      frame.describe(name, label, mine() ? there : null);
    }
  }

  /** Animates the counters just taken, one after another, above the new position. */
  function depart(before) {
    frame.motion.replaceChildren();
    (look.last?.tokens ?? [])
      .flatMap(squaresOf)
      .filter((name) => before.cells.find((cell) => cell.name === name)?.counter)
      .forEach((name, i) => {
        const [x, y] = place(name);
        const leaving = counter(name, {});
        frame.motion.append(leaving);
        leave(leaving, { transform: `translate(${x}px, ${y - 26}px)` }, 260, 40 * i);
      });
  }

  function destroy() {
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

function plan({ rows, columns }) {
  const side = 68 + PITCH * rows.length;
  const cell = (name) => {
    const [x, y] = place(name);
    const ring = [x - 46, y - 46, 92, 92];
    return { name, x: x - PITCH / 2, y: y - PITCH / 2, width: PITCH, height: PITCH, ring };
  };
  return {
    key: `tactix ${rows.length}`,
    box: [0, 0, side, side],
    crop: [26, 26, side - 52, side - 52],
    rows: rows.map((row) => columns.map((column) => cell(column + row))),
  };
}

function labels(size) {
  return Array.from({ length: size }, (_, i) => [
    svgText(LETTERS[i], RIM + PITCH * i + 50, 51 + PITCH * size, 14, "rim-label"),
    svgText(String(i + 1), 17, RIM + PITCH * i + 50, 14, "rim-label"),
  ]).flat();
}

/** Dashed outlines around the counters that the last move took, joined up. */
function taken(last) {
  return (last?.tokens ?? []).map((token) => {
    const squares = squaresOf(token);
    return svg(
      "g",
      { class: "taken" },
      squares.map((name) => svg("path", { d: HOLE, transform: at(...place(name)) })),
      line(place(squares[0]), place(squares.at(-1))),
    );
  });
}

function counter(name, { chosen, lifted }) {
  const extra = ["counter", chosen && "chosen", lifted && "lifted"].filter(Boolean).join(" ");
  return svg(
    "g",
    { class: extra, transform: at(...place(name)) },
    svg("path", { class: "counter-foot", d: COUNTER, transform: at(0, 4) }),
    svg(
      "g",
      { transform: lifted ? at(0, -4) : null },
      lifted && svg("path", { class: "counter-rim", d: superellipse(39) }),
      svg("path", { class: "counter-face", d: COUNTER }),
      svg("path", { class: "counter-line", d: ENGRAVED }),
    ),
  );
}

function capsule(squares) {
  const [[x1, y1], [x2, y2]] = [place(squares[0]), place(squares.at(-1))];
  return rect(x1 - 46, y1 - 46, x2 - x1 + 92, y2 - y1 + 92, 40, "span");
}

function ends(first, last) {
  const write = (name, word) => svgText(word, ...place(name), 17, "span-text");
  return [
    write(first, text("tactix.board.first")),
    ...(last === first ? [] : [write(last, text("tactix.board.last"))]),
  ];
}
