// The board of a game without its own, drawn from the view alone: a grid of squares with pieces as shapes or text.
// A move named after a square is a click on it; a move from one square to another (`a1-b2`, `a1b2`) takes two clicks;
// every other move is a button beside the board.

import { acting, arrive, fillWell, Frame, NARROW, suitOf, Voice } from "./board.js";
import { at, html, rect, suit, svg, svgText } from "./draw.js";
import { createChoice, createLoupe, FINGER } from "./loupe.js";
import { badge, brackets, dot, hint } from "./states.js";
import { text } from "../text.js";
import { advice, colour, named, resting, state } from "./phrases.js";

const RIM = 26;
const INNER = 672;
/** The gap between groups of squares, in squares. */
const GAP = 0.3;
const INSET = 1.5;
/** How many rows and columns the loupe shows. */
const WINDOW = 4;
/** Texts that games use for an empty square. */
const BLANK = ["", ".", "·", " "];

export function create({ board, well, play, rollDice, whyNot, say }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "generic", { choose, clear, point: mark, key, resize });
  const panel = well && createPanel(well, { press, choose, confirm, takeBack, roll });
  let view = null;
  let look = {};
  let size = null;
  let moves = null;
  /** The first square of a two-square move, the square to confirm, and the move already sent. */
  let from = null;
  let candidate = null;
  let asked = null;
  let corner = null;

  function show(next, wanted = {}) {
    const before = view;
    [view, look, asked] = [next, wanted, null];
    moves = sortMoves(view);
    if (before?.position !== view.position || !mine()) from = candidate = null;
    lay();
    paint(before);
    draw();
  }

  const mine = () => acting(view, look);
  const rolling = () => view.actor === 0;
  const small = () => Boolean(panel) && frame.scaleWith(panel.spare()) * (size.pitch - 2 * INSET) < FINGER;
  const lastSquares = () => squaresOf(look.last?.tokens.at(-1) ?? "", size.names);
  const decisive = () => new Set([...(view.highlights?.decisive ?? []).flat(), ...(view.outcome?.squares ?? [])]);

  /** The move that a click on a square makes after the first square; null if it makes none. */
  function tokenAt(name) {
    if (from && name !== from && moves.pairs.get(from)?.has(name)) return moves.pairs.get(from).get(name);
    const alone = moves.singles.has(name) && (name === from || !moves.pairs.has(name));
    return alone ? name : null;
  }

  /** The squares that can be chosen now. */
  const targets = () => (from ? [...moves.pairs.get(from).keys()] : [...moves.singles, ...moves.pairs.keys()]);

  function choose(name, pressed, inLoupe = false) {
    const token = tokenAt(name);
    if (!inLoupe) corner = size.corner(name);
    if (!mine()) voice.refuse(resting(view));
    else if (rolling()) voice.refuse(text("web.board.roll-first"));
    else if (token && small() && !pressed && candidate !== name) candidate = name;
    else if (token) return ask(token);
    else if (name === from) from = null;
    else if (moves.pairs.has(name)) [from, candidate] = [name, null];
    else refuse(name);
    return draw();
  }

  /** Asks the rules for the reason, except about the first of two squares, which is not a move by itself. */
  function refuse(name) {
    if (from) whyNot(`${from}${moves.joint}${name}`);
    else if (moves.singles.size || !moves.pairs.size) whyNot(name);
    else voice.refuse(text("web.board.illegal-start", { square: name }));
  }

  function press(token) {
    if (!mine()) voice.refuse(resting(view));
    else ask(token);
  }

  function ask(token) {
    asked = token;
    draw();
    play(token);
  }

  function clear() {
    from = candidate = null;
    draw();
  }

  // Pressing a button in the well disables it, which would lose the focus: move it back to the board.
  function confirm() {
    frame.focus(candidate);
    ask(tokenAt(candidate));
  }

  function takeBack() {
    frame.focus(candidate ?? from);
    clear();
  }

  function roll() {
    if (!mine()) voice.refuse(resting(view));
    else rollDice();
  }

  function key(pressed) {
    if (pressed.toLowerCase() !== "t" || !rolling()) return false;
    roll();
    return true;
  }

  function lay() {
    size = measure(view, !look.still && board.clientWidth < NARROW);
    frame.lay(size.plan, look);
  }

  function resize() {
    if (!view) return;
    lay();
    paint(view);
    draw();
  }

  /** Draws the pieces; new ones fade in. */
  function paint(before) {
    const { place, side, plan } = size;
    const [, , width, height] = plan.box;
    const won = decisive();
    const kinds = severalKinds(view.cells);
    const known = new Map(before?.cells.map((cell) => [cell.name, `${cell.seat} ${cell.text}`]));
    frame.ground.replaceChildren(
      rect(0, 0, width, height, 16, "plate"),
      ...(look.still ? [] : size.labels()),
      ...view.cells.map(({ name }) => square(name, won.has(name) ? "cell-won" : "cell")),
    );
    frame.pieces.replaceChildren(
      ...view.cells.filter(isFull).map((cell) => {
        const drawn = svg(
          "g",
          { transform: at(...place(cell.name)), class: won.size && !won.has(cell.name) ? "stepped-back" : null },
          piece(cell, side, kinds),
        );
        const isNew = before && before !== view && known.get(cell.name) !== `${cell.seat} ${cell.text}`;
        if (isNew && !look.still) arrive(drawn, { opacity: 0 }, 180);
        return drawn;
      }),
    );
  }

  function piece(cell, side, kinds) {
    const own = cell.seat ? suitOf(look, cell.seat) : "";
    const label = own && !kinds ? "" : (cell.text ?? "");
    const fit = Math.min(own ? 0.4 : 0.56, 1.4 / Math.max(1, label.length));
    return [
      own && suit(own, 0.36 * side),
      label &&
        svgText(label, 0, own === "yellow" ? 0.1 * side : 0, fit * side, own ? `piece-text of-${own}` : "square-text"),
    ];
  }

  function square(name, extra) {
    const [x, y] = size.place(name);
    const half = size.side / 2;
    return rect(x - half, y - half, size.side, size.side, Math.min(5, half / 4), extra);
  }

  /** Draws what depends on the pointer, the focus and the selection. */
  function mark() {
    if (!view) return;
    const { place, side } = size;
    const unit = side / 100;
    const chosen = [...new Set([from, candidate, ...squaresOf(asked ?? "", size.names)])].filter(Boolean);
    const ends = mine() && !rolling() && !look.still ? targets() : [];
    const dotted = from || ends.length * 2 <= view.cells.length ? ends : [];
    const lit = ends.includes(frame.active) && !chosen.includes(frame.active) ? frame.active : null;
    frame.lines.replaceChildren(
      ...(lit ? [square(lit, "cell-lit")] : []),
      ...chosen.map((name) => square(name, "cell-chosen")),
    );
    const hinted = look.hint ? squaresOf(look.hint, size.names) : [];
    frame.marks.replaceChildren(
      ...dotted.filter((name) => !chosen.includes(name)).map((name) => dot(...place(name), unit)),
      ...lastSquares().map((name) => brackets(...place(name), side / 2, unit)),
      ...hinted.map((name) => hint(...place(name), unit)),
      ...ends
        .map((name) => [name, valueAt(name)])
        .filter(([, value]) => value)
        .map(([name, value]) => badge(value, ...place(name), unit, side)),
      ...(small() && corner && !look.still ? [loupeFrame()] : []),
    );
  }

  /** The value of clicking a square; the first of two squares has one only if it is a move by itself. */
  const valueAt = (name) => look.values?.[tokenAt(name) ?? ""];

  function draw() {
    mark();
    if (!look.still) describe();
    panel?.show({
      tokens: rolling() ? [] : moves.others,
      mine: mine(),
      rolling: rolling() && !view.outcome,
      look,
      chosen: candidate ?? from ?? "",
      whole: Boolean(candidate),
      small: small(),
      value: candidate && valueAt(candidate),
      later: Boolean(look.values && mine() && !from && moves.pairs.size),
      loupe: small() && loupe(),
    });
    voice.guide(mine() ? guidance() : "", `${view.position} ${from} ${candidate}`, Boolean(from));
  }

  function guidance() {
    if (rolling()) return advice("web.board.roll-now");
    if (candidate) return text("web.board.selected", { square: candidate });
    if (from) return advice(moves.singles.has(from) ? "web.board.to-or-again" : "web.board.to", { square: from });
    if (moves.pairs.size) return advice("web.board.from-to");
    return advice(moves.singles.size ? "web.board.square" : "web.board.buttons");
  }

  function describe() {
    const ends = new Set(mine() && !rolling() ? targets() : []);
    const last = lastSquares();
    const won = decisive();
    const hinted = look.hint ? squaresOf(look.hint, size.names) : [];
    const kinds = severalKinds(view.cells);
    for (const cell of view.cells) {
      const { name } = cell;
      const written = isFull(cell) && (!cell.seat || kinds) && cell.text;
      const label = named(
        name,
        named(cell.seat && colour(suitOf(look, cell.seat)), written) || text("web.board.state.empty"),
        state(name === from || name === candidate, "selected"),
        state(ends.has(name), "legal"),
        state(last.includes(name), "last-move"),
        state(won.has(name), "decisive"),
        state(hinted.includes(name), "hint"),
        ends.has(name) && valueAt(name)?.text,
      );
      frame.describe(name, label, mine() ? ends.has(name) || moves.pairs.has(name) : null);
    }
  }

  function loupe() {
    corner ??= size.corner(lastSquares()[0] ?? view.cells[0].name);
    const cells = new Map(view.cells.map((cell) => [cell.name, cell]));
    const kinds = severalKinds(view.cells);
    return {
      rows: size.window(corner),
      draw: (name) => (isFull(cells.get(name)) ? svg("g", {}, piece(cells.get(name), 96, kinds)) : null),
    };
  }

  function loupeFrame() {
    const rows = size.window(corner);
    const [[x1, y1], [x2, y2]] = [size.place(rows[0][0]), size.place(rows.at(-1).at(-1))];
    const half = size.pitch / 2;
    return rect(x1 - half, y1 - half, x2 - x1 + 2 * half, y2 - y1 + 2 * half, 8, "loupe-frame");
  }

  function destroy() {
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

const isFull = ({ seat, text: written }) => Boolean(seat) || !BLANK.includes(written ?? "");

/** Whether a seat has several kinds of pieces: their text is shown on them then. */
function severalKinds(cells) {
  const kinds = new Map();
  for (const { seat, text: written } of cells) if (seat) kinds.set(seat, (kinds.get(seat) ?? new Set()).add(written));
  return [...kinds.values()].some((texts) => texts.size > 1);
}

/** The squares in a move's token: one, or a start and an end; none for other notations. */
function squaresOf(token, names) {
  if (names.has(token)) return [token];
  for (let i = 1; i < token.length; i += 1) {
    const pair = [token.slice(0, i), token.slice(token[i] === "-" ? i + 1 : i)];
    if (pair.every((name) => names.has(name))) return pair;
  }
  return [];
}

/** Groups the legal moves by how they are entered: `singles`, `pairs` (from, to, token; `joint` is the separator) and
 * `others`. A move over two squares that look alike, such as a domino on an empty board, can be entered from either
 * end; the move of a piece cannot. */
function sortMoves({ cells, moves }) {
  const names = new Set(cells.map(({ name }) => name));
  const looks = new Map(cells.map(({ name, seat, text: written }) => [name, `${seat ?? 0} ${written}`]));
  const found = { singles: new Set(), pairs: new Map(), joint: "", others: [] };
  const turned = [];
  const add = (start, end, token) => {
    if (!found.pairs.has(start)) found.pairs.set(start, new Map());
    found.pairs.get(start).set(end, token);
  };
  for (const token of moves) {
    const squares = squaresOf(token, names);
    if (squares.length === 1) found.singles.add(token);
    else if (squares.length === 2) {
      const [start, end] = squares;
      add(start, end, token);
      if (looks.get(start) === looks.get(end)) turned.push([end, start, token]);
      found.joint = token.slice(start.length, token.length - end.length);
    } else found.others.push(token);
  }
  for (const [start, end, token] of turned) if (!found.pairs.get(start)?.has(end)) add(start, end, token);
  return found;
}

/** The layout: squares in reading order, with a gap after every `grid.gap` of them. */
function measure({ grid: { columns, rows, gap = 0 }, cells }, narrow) {
  const gaps = (count) => (gap ? GAP * Math.floor((count - 1) / gap) : 0);
  const span = (count) => count + gaps(count);
  const pitch = INNER / Math.max(span(columns.length), span(rows.length));
  const [width, height] = [columns, rows].map(({ length }) => 2 * RIM + pitch * span(length));
  const middle = (i) => RIM + pitch * (i + 0.5 + gaps(i + 1));
  const spots = new Map(cells.map(({ name }, i) => [name, [i % columns.length, Math.floor(i / columns.length)]]));
  const names = rows.map((_, y) => cells.slice(y * columns.length, (y + 1) * columns.length).map(({ name }) => name));
  const place = (name) => spots.get(name).map(middle);
  const side = pitch - 2 * INSET;
  const start = (i, count) => Math.max(0, Math.min(i - 1, count - WINDOW));
  const cell = (name) => {
    const [x, y] = place(name);
    const ring = [x - side / 2, y - side / 2, side, side];
    return { name, x: x - pitch / 2, y: y - pitch / 2, width: pitch, height: pitch, ring };
  };
  const label = (content, x, y) => svgText(content, x, y, Math.min(narrow ? 22 : 13, pitch / 2.5), "rim-label");
  return {
    pitch,
    side,
    place,
    names: new Set(spots.keys()),
    plan: {
      key: `generic ${columns.length}x${rows.length} ${gap} ${narrow}`,
      box: [0, 0, width, height],
      crop: [RIM - 8, RIM - 8, width - 2 * RIM + 16, height - 2 * RIM + 16],
      rows: names.map((row) => row.map(cell)),
    },
    labels: () => [
      ...columns.map((content, i) => label(content, middle(i), height - RIM / 2 + 1)),
      ...rows.map((content, i) => label(content, RIM / 2, middle(i))),
    ],
    /** The top left square of the part of the board that the loupe shows around a square. */
    corner(name) {
      const [x, y] = spots.get(name);
      return [start(x, columns.length), start(y, rows.length)];
    },
    window: ([x, y]) => names.slice(y, y + WINDOW).map((row) => row.slice(x, x + WINDOW)),
  };
}

/** Beside the board: the dice, buttons for moves that are not squares, and on small screens the loupe and the
 * choice. */
function createPanel(well, { press, choose, confirm, takeBack, roll }) {
  const choice = createChoice({ confirm, takeBack });
  const loupe = createLoupe("generic", choose);
  const dice = html("button", { type: "button", class: "action primary" }, text("web.board.roll"));
  const buttons = html("div", { class: "move-buttons" });
  const others = html(
    "div",
    { class: "well-part" },
    html("h2", { class: "well-label" }, text("web.board.moves")),
    buttons,
  );
  const rolls = html("div", { class: "well-part" }, dice);
  const later = html("p", { class: "well-small" }, text("web.board.values-later"));
  dice.addEventListener("click", roll);
  buttons.addEventListener("click", ({ target }) => {
    const token = target.closest("button")?.dataset.move;
    if (token) press(token);
  });
  fillWell(well, loupe.element, choice.element, later, rolls, others);
  let listed = "";
  return {
    spare: () => loupe.spare(choice.element),
    show({ tokens, mine, rolling, look, chosen, whole, small, value, later: waits, loupe: part }) {
      choice.element.hidden = !(small && mine);
      choice.show(chosen, { whole, value });
      loupe.element.classList.toggle("away", !part);
      if (part) loupe.show(part.rows, part.draw, chosen);
      later.hidden = !waits;
      rolls.hidden = !rolling;
      dice.disabled = !mine;
      others.hidden = !tokens.length;
      // Keep the buttons if the moves are the same, so that focus is kept.
      if (listed !== tokens.join(" "))
        buttons.replaceChildren(
          ...tokens.map((token) => html("button", { type: "button", class: "action", "data-move": token })),
        );
      listed = tokens.join(" ");
      for (const button of buttons.children) {
        const token = button.dataset.move;
        const worth = look.values?.[token];
        button.disabled = !mine;
        button.classList.toggle("hinted", token === look.hint);
        button.replaceChildren(
          token,
          ...(worth ? [" ", html("span", { class: `tag tag-${worth.kind}` }, worth.text)] : []),
        );
      }
    },
  };
}
