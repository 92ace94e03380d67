// xtic: birch. Pieces with four properties, the piece in hand, the tray, and the lines in danger.

import { acting, arrive, Frame, Voice } from "../../boards/board.js";
import { at, circle, rect, svg, svgText } from "../../boards/draw.js";
import { badge, brackets, dot, hint, stroke, verdict } from "../../boards/states.js";
import { createTray, piece, traitsIn } from "./tray.js";
import { advice, named, resting, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

const SIDE = 4;
const RIM = 34;
const PITCH = 100;
const CELL = 96;

/** How far lines extend beyond the centres of their end squares: plain, and wrapped without and with a letter. */
const REACH = { plain: 34, loose: 60, lettered: 67 };

const middle = (i) => RIM + PITCH * i + PITCH / 2;
const place = (name) => [middle("abcd".indexOf(name[0])), middle(Number(name[1]) - 1)];

/** The board can draw lines. */
export const drawsLines = true;

const PLAN = {
  key: "xtic",
  box: [0, 0, 468, 468],
  crop: [24, 24, 420, 420],
  rows: [1, 2, 3, 4].map((row) =>
    [..."abcd"].map((column) => {
      const [x, y] = place(column + row);
      const ring = [x - CELL / 2, y - CELL / 2, CELL, CELL];
      return { name: column + row, x: x - PITCH / 2, y: y - PITCH / 2, width: PITCH, height: PITCH, ring };
    }),
  ),
};

export function create({ board, well, play, whyNot, say }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "xtic", { choose, point: mark, key });
  const tray = well && createTray(well, give);
  let view = null;
  let look = {};
  let asked = null;

  function show(next, wanted = {}) {
    const before = view;
    [view, look, asked] = [next, wanted, null];
    frame.lay(PLAN, look);
    paint();
    mark();
    if (!look.still) describe();
    if (before && before.position !== view.position) travel(before);
    tell();
  }

  const mine = () => acting(view, look);
  const giving = () => view.phase === "give";
  const wins = () => view.game.includes("goal=complete");
  const lastSquare = () => look.last?.tokens.findLast((token) => token[0] !== "=") ?? null;
  const threats = () => (look.lines ? view.highlights.candidates : []);

  function choose(name) {
    if (!mine()) voice.refuse(resting(view));
    else if (giving()) voice.refuse(text("xtic.board.give-first"));
    else if (!view.moves.includes(name)) whyNot(name);
    else ask(name);
  }

  function give(digit) {
    if (!mine()) voice.refuse(resting(view));
    else if (!giving()) voice.refuse(text("xtic.place", { piece: view.hand.piece }));
    else if (!view.moves.includes(`=${digit}`)) whyNot(`=${digit}`);
    else ask(`=${digit}`);
  }

  function ask(token) {
    asked = token;
    mark();
    fillTray();
    play(token);
  }

  function key(pressed) {
    if (!/^[0-9a-f]$/i.test(pressed)) return false;
    give(pressed.toUpperCase());
    return true;
  }

  function paint() {
    const rim = look.still ? [] : labels();
    frame.ground.replaceChildren(rect(0, 0, 468, 468, 16, "plate"), ...rim, ...view.cells.map(cellOf));
    const inLine = new Set([...threats(), ...decisive()].flatMap(({ squares }) => squares));
    const faded = decisive().length > 0;
    frame.pieces.replaceChildren(
      ...view.cells
        .filter((cell) => cell.piece)
        .map(({ name, words: traits }) =>
          svg(
            "g",
            { transform: at(...place(name)), class: faded && !inLine.has(name) ? "stepped-back" : null },
            piece(traits, { casing: inLine.has(name) }),
          ),
        ),
    );
    fillTray();
  }

  const fillTray = () => tray?.show(view, look, { mine: mine(), giving: giving(), asked });
  const decisive = () => view.highlights.decisive.map((squares) => ({ squares }));

  /** Draws what depends on the pointer, the focus and the move already sent. */
  function mark() {
    if (!view) return;
    const ghost = !giving() && mine() && view.moves.includes(frame.active) ? frame.active : null;
    const drawn = lines(threats());
    const fatal = new Set(threats().map((threat) => threat.at));
    frame.lines.replaceChildren(
      ...[ghost].filter(Boolean).map((name) => square(name, "cell-lit")),
      ...(asked && asked[0] !== "=" ? [square(asked, "cell-chosen")] : []),
      ...[...fatal].filter((name) => name !== asked).map((name) => hatch(name, wins())),
      ...drawn.strokes,
      ...lines(decisive()).strokes,
    );
    const shown = asked && asked[0] !== "=" ? asked : ghost;
    frame.marks.replaceChildren(
      ...drawn.letters,
      ...(shown ? [ghostOf(shown, shown === asked)] : []),
      ...legalDots(fatal, shown),
      ...[...fatal].filter((name) => name !== shown).map((name) => verdict(...place(name), 1, wins())),
      ...(lastSquare() ? [brackets(...place(lastSquare()), CELL / 2, 1)] : []),
      ...ending(),
      ...(look.hint && look.hint[0] !== "=" ? [hint(...place(look.hint), 1)] : []),
      ...values(),
    );
  }

  const ghostOf = (name, sure) =>
    svg("g", { class: sure ? "" : "ghost", transform: at(...place(name)) }, view.hand ? piece(view.hand.words) : null);

  function legalDots(fatal, shown) {
    const few = mine() && !giving() && view.moves.length * 2 <= SIDE * SIDE && !look.still && !look.values;
    return few
      ? view.moves.filter((name) => !fatal.has(name) && name !== shown).map((name) => dot(...place(name), 1))
      : [];
  }

  function values() {
    const found = Object.entries(look.values ?? {}).filter(([token]) => token[0] !== "=");
    return found.map(([token, value]) => badge(value, ...place(token), 1));
  }

  /** The piece that completed the line, if the last move is known. */
  function ending() {
    const name = lastSquare();
    return name && decisive().length ? [verdict(...place(name), 1, wins())] : [];
  }

  /** Lines of four as strokes. Where a line wraps around the board, both ends have the same letter. */
  function lines(found) {
    const strokes = [];
    const letters = [];
    let letter = 0;
    for (const { squares } of found) {
      const parts = unwrapped(squares);
      const sign = parts.length > 1 ? "ABCDEFGH"[letter++] : null;
      for (const part of parts) {
        strokes.push(stroke([part.from, part.to], wins() ? "good" : "fatal"));
        if (sign && !look.still) letters.push(disc(part.lettered, sign, wins()));
      }
    }
    return { strokes, letters };
  }

  function describe() {
    const can = mine() && !giving();
    const fatal = new Set(threats().map((threat) => threat.at));
    for (const cell of view.cells) {
      const legal = can && view.moves.includes(cell.name);
      const label = named(
        cell.name,
        cell.words ? traitsIn(cell.words).join(" ") : text("web.board.state.empty"),
        state(legal, "legal"),
        fatal.has(cell.name) && text(wins() ? "xtic.board.wins" : "xtic.board.loses"),
        state(cell.name === lastSquare(), "last-move"),
        decisive().some(({ squares }) => squares.includes(cell.name)) && text("xtic.board.decisive"),
        state(look.hint === cell.name, "hint"),
        look.values?.[cell.name]?.text,
      );
      frame.describe(cell.name, label, can ? legal : null);
    }
  }

  /** Animates the piece just placed, from the hand to its square. */
  function travel(before) {
    const name = lastSquare();
    const placed = name && before.hand && view.cells.find((cell) => cell.name === name)?.piece === before.hand.piece;
    if (!placed || look.still) return;
    const index = view.cells.filter((cell) => cell.piece).findIndex((cell) => cell.name === name);
    const [x, y] = place(name);
    const from = tray ? inBoard(tray.box) : [x, y - 40];
    arrive(frame.pieces.children[index], { transform: `translate(${from[0]}px, ${from[1]}px)` }, 220);
  }

  /** The centre of an element beside the board, in board coordinates. */
  function inBoard(element) {
    const box = element.getBoundingClientRect();
    const origin = frame.svg.getBoundingClientRect();
    const scale = frame.scale || 1;
    return [(box.x + box.width / 2 - origin.x) / scale, (box.y + box.height / 2 - origin.y) / scale];
  }

  function tell() {
    const lettered = threats().filter(({ squares }) => unwrapped(squares).length > 1);
    const danger = threats().length ? dangers(threats(), lettered, { giving: giving(), wins: wins() }) : "";
    const next = mine() ? advice(giving() ? "xtic.board.give" : "xtic.board.place") : "";
    voice.guide(danger || next, `${view.position} ${look.lines}`);
  }

  function destroy() {
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

/** Explains the lines shown, and the letters at the ends of those that wrap around. */
function dangers(threats, lettered, { giving, wins }) {
  const squares = new Set(threats.map(({ at }) => at)).size;
  const first = giving
    ? text("xtic.board.lines", { n: threats.length })
    : text(wins ? "xtic.board.winning" : "xtic.board.losing", { n: squares });
  const lines = lettered.map(({ alike }, i) =>
    text("xtic.board.line", { letter: "ABCDEFGH"[i], traits: traitsIn(alike) }),
  );
  return [first, ...lines, ...(lines.length ? [text("xtic.board.wraps")] : [])].join(" ");
}

function labels() {
  return [0, 1, 2, 3].flatMap((i) => [
    svgText("abcd"[i], middle(i), 450, 13, "rim-label"),
    svgText(String(i + 1), 16, middle(i), 13, "rim-label"),
  ]);
}

const cellOf = ({ name }) => square(name, "cell");

function square(name, extra) {
  const [x, y] = place(name);
  return rect(x - CELL / 2, y - CELL / 2, CELL, CELL, 5, extra);
}

/** A square that decides the game at once. */
function hatch(name, good) {
  const [x, y] = place(name).map((centre) => centre - CELL / 2);
  const bars = [];
  for (let c = 10; c < 2 * CELL; c += 14) {
    const [from, to] = [Math.max(0, c - CELL), Math.min(c, CELL)];
    bars.push(`M${x + from} ${y + c - from}L${x + to} ${y + c - to}`);
  }
  return svg(
    "g",
    { class: good ? "hatch good" : "hatch" },
    square(name, "hatch-tint"),
    svg("path", { class: "hatch-bars", d: bars.join("") }),
  );
}

/** A line of four squares as straight segments: two if it wraps around the board, otherwise one. */
function unwrapped(squares) {
  const points = squares.map(place);
  const breaks = points.findIndex(([x], i) => i > 0 && Math.abs(x - points[i - 1][0]) > PITCH);
  const [a, b] = breaks === 1 ? points.slice(1) : points;
  const [dx, dy] = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
  const beyond = ([x, y], reach) => [x + dx * reach, y + dy * reach];
  if (breaks < 0) return [{ from: beyond(points[0], -REACH.plain), to: beyond(points[3], REACH.plain) }];
  const [leaves, returns] = [beyond(points[breaks - 1], REACH.lettered), beyond(points[breaks], -REACH.lettered)];
  return [
    { from: beyond(points[0], -REACH.loose), to: leaves, lettered: leaves },
    { from: returns, to: beyond(points[3], REACH.loose), lettered: returns },
  ];
}

function disc([x, y], letter, good) {
  return svg(
    "g",
    { class: good ? "letter good" : "letter" },
    circle(x, y, 12, "letter-disc"),
    svgText(letter, x, y, 14, "letter-text"),
  );
}
