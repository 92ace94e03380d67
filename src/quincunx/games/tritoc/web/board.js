// tritoc: baize. The roll selects the hole number; holes that can be used are highlighted.

import { acting, arrive, Frame, suitOf, Voice } from "../../boards/board.js";
import { createDice } from "./dice.js";
import { at, circle, line, rect, suit, suitPath, svg, svgText } from "../../boards/draw.js";
import { badge, brackets, hint, stroke, verdict } from "../../boards/states.js";
import { advice, colour, named, resting, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

const RIM = 15;
const FIELD = 222;
const STEP = 234;
const UNIT = 0.7;

const corner = (field) => ["abc".indexOf(field[0]), Number(field[1]) - 1].map((i) => RIM + STEP * i);
const fieldOf = (name) => name.split(".")[0];

/** The centre of a hole, `b2.7`. */
function place(name) {
  const [field, hole] = name.split(".");
  const [x, y] = corner(field);
  return [x + 41 + 70 * ((hole - 3) % 3), y + 41 + 70 * Math.floor((hole - 3) / 3)];
}

const PLAN = {
  key: "tritoc",
  box: [-13, 0, 733, 733],
  crop: [3, 3, 714, 714],
  rows: Array.from({ length: 9 }, (_, y) =>
    Array.from({ length: 9 }, (_, x) => {
      const name = `${"abc"[Math.floor(x / 3)]}${Math.floor(y / 3) + 1}.${3 + 3 * (y % 3) + (x % 3)}`;
      const [cx, cy] = place(name);
      return { name, x: cx - 35, y: cy - 35, width: 70, height: 70, ring: [cx, cy, 30] };
    }),
  ),
};

export function create({ board, well, play, rollDice, whyNot, say }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "tritoc", { choose, point: mark, key, step, clear: () => {} });
  const dice = well && createDice(well, { rollDice: toss, leaveIt: () => ask("-") });
  let view = null;
  let look = {};
  let asked = null;

  function show(next, wanted = {}) {
    const before = view;
    [view, look, asked] = [next, wanted, null];
    frame.lay(PLAN, look);
    paint();
    mark();
    dice?.show(view, look, { mine: mine(), suits: [1, 2].map(suitFor) });
    if (!look.still) describe();
    if (before && before.position !== view.position) travel(before);
    tell();
  }

  const mine = () => acting(view, look);
  const suitFor = (seat) => suitOf(look, seat);

  /** The move for a hole with this roll; null if its number is different. */
  function tokenOf({ name, hole }) {
    if (view.phase === "remove") return `x${name}`;
    return hole === view.roll ? fieldOf(name) : null;
  }

  const isLegal = (cell) => view.phase !== "roll" && view.moves.includes(tokenOf(cell));

  /** The hole of a move; if it names only a field, the roll tells which hole. */
  function holeOf(token, sum) {
    if (token[0] === "x") return token.slice(1);
    return /^[abc]/.test(token) && sum ? `${token}.${sum}` : null;
  }

  function lastHole() {
    const tokens = look.last?.tokens ?? [];
    const sum = tokens.findLast((token) => /^\d+$/.test(token));
    const move = tokens.findLast((token) => /^[abcx]/.test(token));
    return move ? holeOf(move, sum) : null;
  }

  const lit = () => (mine() ? view.cells.filter(isLegal) : []);

  function choose(name) {
    const cell = view.cells.find((found) => found.name === name);
    if (!mine()) voice.refuse(resting(view));
    else if (view.phase === "roll") voice.refuse(text("tritoc.board.roll-first"));
    else if (isLegal(cell)) ask(tokenOf(cell));
    else if (tokenOf(cell)) whyNot(tokenOf(cell));
    else voice.refuse(text("tritoc.board.other-hole", { roll: view.roll }));
  }

  function ask(token) {
    asked = token;
    mark();
    play(token);
  }

  function toss() {
    if (!mine()) voice.refuse(resting(view));
    else if (view.phase !== "roll") voice.refuse(text("tritoc.board.use-first", { roll: view.roll }));
    else rollDice();
  }

  function key(pressed) {
    if (pressed.toLowerCase() === "t") toss();
    else if (pressed === "-" && mine() && view.moves.includes("-")) ask("-");
    else return false;
    return true;
  }

  /** Arrow keys move to the nearest highlighted hole in that direction. */
  function step(name, dx, dy) {
    const [x, y] = place(name);
    const ways = lit().map((cell) => {
      const [cx, cy] = place(cell.name);
      const along = dx * (cx - x) + dy * (cy - y);
      const across = Math.abs(dy * (cx - x)) + Math.abs(dx * (cy - y));
      return { name: cell.name, along, cost: along + 2 * across };
    });
    if (!ways.length) return null;
    const ahead = ways.filter(({ along }) => along > 0).sort((a, b) => a.cost - b.cost);
    return ahead[0]?.name ?? name;
  }

  function paint() {
    const decisive = new Set(view.highlights.decisive.flat());
    const labels = look.still ? [] : [0, 1, 2].flatMap(rimLabels);
    frame.ground.replaceChildren(rect(-13, 0, 733, 733, 17, "plate"), ...labels);
    frame.pieces.replaceChildren(
      ...view.fields.map((field) => {
        const holes = view.cells.filter((cell) => fieldOf(cell.name) === field.name);
        const faded = decisive.size ? !decisive.has(field.name) : field.closed && !field.winner;
        const drawn = field.winner ? wonField(field, holes) : openField(field, holes);
        return svg("g", { class: faded ? "stepped-back" : null }, drawn);
      }),
    );
  }

  function openField(field, holes) {
    const plate = rect(...corner(field.name), FIELD, FIELD, 12, "field");
    return [plate, ...holes.map((cell) => (cell.seat ? pieceAt(cell) : holeAt(cell)))];
  }

  function holeAt({ name, hole }) {
    const [x, y] = place(name);
    return svg("g", {}, circle(x, y, 27, "hole"), look.still ? null : svgText(String(hole), x, y, 21, "hole-number"));
  }

  function pieceAt({ name, seat }) {
    return svg(
      "g",
      { class: `piece of-${suitFor(seat)}`, transform: at(...place(name)), "data-at": name },
      circle(0, 2.5, 28, "piece-foot"),
      circle(0, 0, 28, "piece-disc"),
      svg("path", { class: "piece-suit", d: suitPath(suitFor(seat), 13) }),
    );
  }

  function wonField({ name, winner, line: three }, holes) {
    const [x, y] = corner(name);
    const owner = suitFor(winner);
    return svg(
      "g",
      { class: `won of-${owner}` },
      rect(x, y, FIELD, FIELD, 12, "won-plate"),
      svg("path", { class: "won-suit", d: suitPath(owner, 86), transform: at(x + FIELD / 2, y + FIELD / 2) }),
      holes.filter((cell) => !three.includes(cell.name)).map((cell) => circle(...place(cell.name), 7, "won-dot")),
      line(place(three[0]), place(three[2]), "won-line"),
      three.map((hole) => [circle(...place(hole), 27, "won-disc"), suit(owner, 12.5, ...place(hole), "plain")]),
    );
  }

  function mark() {
    if (!view) return;
    const targets = lit();
    const active = targets.find((cell) => cell.name === frame.active);
    const chosen = view.cells.find((cell) => asked && tokenOf(cell) === asked);
    frame.marks.replaceChildren(
      ...targets.map((cell) => target(cell, cell === active, cell === chosen)),
      ...(lastHole() ? [brackets(...place(lastHole()), 38, UNIT)] : []),
      ...view.highlights.decisive.map((row) => stroke([middle(row[0]), middle(row[2])], "winning")),
      ...[look.hint]
        .filter(Boolean)
        .map((token) => holeOf(token, view.roll))
        .filter(Boolean)
        .map((name) => hint(...place(name), UNIT)),
      ...values(),
    );
  }

  function target(cell, active, chosen) {
    const [x, y] = place(cell.name);
    const mover = suitFor(view.turn);
    const ghost = svg("g", { class: chosen ? "" : "ghost" }, pieceAt({ ...cell, seat: view.turn }));
    if (cell.seat) {
      return svg(
        "g",
        { class: "takeable" },
        circle(x, y, 31.5, chosen ? "chosen-ring" : "takeable-ring"),
        active || chosen ? verdict(x, y, 0.9) : null,
      );
    }
    return svg(
      "g",
      { class: `target of-${mover}` },
      circle(x, y, 34, active ? "halo strong" : "halo"),
      circle(x, y, 28, "lit"),
      active || chosen ? ghost : svgText(String(cell.hole), x, y, 25, "lit-number"),
      chosen && circle(x, y, 33, "chosen-ring"),
    );
  }

  function values() {
    return Object.entries(look.values ?? {})
      .map(([token, value]) => [holeOf(token, view.roll), value])
      .filter(([name]) => name)
      .map(([name, value]) => badge(value, ...place(name), UNIT));
  }

  function describe() {
    const hinted = look.hint && holeOf(look.hint, view.roll);
    for (const cell of view.cells) {
      const field = view.fields.find(({ name }) => name === fieldOf(cell.name));
      const token = mine() && isLegal(cell) ? tokenOf(cell) : null;
      const lit = token && view.phase === "place";
      const label = named(
        text("tritoc.board.field", { field: text(`tritoc.board.place-of.${field.name}`) }),
        text("tritoc.board.hole", { hole: cell.hole }),
        cell.seat ? colour(suitFor(cell.seat)) : state(!field.closed && !lit, "empty"),
        field.closed && closed(field),
        lit && text("tritoc.board.lit"),
        token && view.phase === "remove" && text("tritoc.board.removable"),
        state(cell.name === lastHole(), "last-move"),
        state(cell.name === hinted, "hint"),
        token && look.values?.[token]?.text,
      );
      frame.describe(cell.name, label, mine() ? Boolean(token) : null);
    }
  }

  const closed = ({ winner }) =>
    winner ? text("tritoc.board.won", { colour: colour(suitFor(winner)) }) : text("tritoc.board.full");

  function travel(before) {
    const name = lastHole();
    const was = before.cells.find((cell) => cell.name === name);
    const placed = frame.pieces.querySelector(`[data-at="${name}"]`);
    if (!name || was?.seat || !placed || look.still) return;
    const [x, y] = place(name);
    arrive(placed, { transform: `translate(${x}px, ${y - 60}px)`, opacity: 0 }, 220);
  }

  function tell() {
    const next = mine() ? guidance(view) : "";
    voice.guide(next, `${view.position} ${look.dice?.faces}`);
  }

  function destroy() {
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

/** What to do next. */
function guidance({ phase, tries, roll }) {
  if (phase === "roll") return advice(tries ? "tritoc.board.roll-again" : "tritoc.board.roll-now");
  if (phase === "place") return advice("tritoc.board.place", { roll });
  return advice(roll === 2 ? "tritoc.board.remove-own" : "tritoc.board.remove-other");
}

const middle = (field) => corner(field).map((i) => i + FIELD / 2);

function rimLabels(i) {
  const centre = RIM + STEP * i + FIELD / 2;
  return [svgText("abc"[i], centre, 720, 14, "rim-label"), svgText(String(i + 1), 0, centre, 14, "rim-label")];
}
