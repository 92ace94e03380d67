// xchain: pale slate. Squares grow, and explode wave by wave; a move never has to wait for the waves.

import { acting, fillWell, Frame, suitOf, Voice } from "../../boards/board.js";
import { Chain, createChainPanel } from "./chain.js";
import { at, circle, line, rect, star, suit, suitPath, svg, svgText } from "../../boards/draw.js";
import { createChoice, createLoupe, FINGER } from "../../boards/loupe.js";
import { INSET, measure } from "./slate.js";
import { badge, brackets, hint } from "../../boards/states.js";
import { advice, colour, named, resting, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

const TOKEN = 22.5;
/** The positions of the dots of each value, in units of their spread. Higher values are written as numbers. */
const DOTS = { 1: ["0 0"], 2: ["-1 0", "1 0"], 3: ["0 -1", "-1 .75", "1 .75"] };

export function create({ board, well, play, whyNot, say, keep, busy }) {
  const voice = new Voice(say);
  const frame = new Frame(board, "xchain", { choose, clear: takeBack, point: mark, key, resize });
  const chain = new Chain(() => draw(true));
  const panel = well && createPanel(well, chain, { pace, choose, confirm: confirmed, takeBack: putBack });
  let view = null;
  let look = {};
  let size = null;
  let asked = null;
  let sent = false;
  let corner = null;
  let painted = null;

  function show(next, wanted = {}) {
    const other = view?.position !== next.position;
    [view, look] = [next, wanted];
    if (sent || other || !mine()) asked = null;
    sent = false;
    if (other && look.follows && chain.step) chain.append(look.steps ?? []);
    else if (other) chain.start(look.still ? [] : (look.steps ?? []), look.speed ?? "normal");
    else chain.pace(look.speed ?? chain.speed);
    lay();
    if (!look.still) describe();
    if (other || !chain.step) draw();
    else mark();
    if (other && chain.steps.length && !chain.step && !look.still)
      voice.guide(text("xchain.board.ended", { n: chain.steps.length }), view.position);
  }

  const mine = () => acting(view, look);
  const shown = () => chain.step ?? view;
  const suits = () => view.counters.map((_, i) => suitOf(look, i + 1));
  const small = () => Boolean(panel) && frame.scaleWith(panel.spare()) * (size.pitch - 2 * INSET) < FINGER;
  const lastSquare = () => look.last?.tokens.at(-1) ?? null;

  function choose(name, pressed, inLoupe = false) {
    // Return and Space skip to the end of a chain; a click applies to the position after it without waiting.
    if (pressed && chain.step) return chain.end();
    if (!inLoupe) corner = size.corner(name);
    if (!mine() && chain.step) return chain.end();
    if (!mine()) voice.refuse(resting(view));
    else if (!view.moves.includes(name)) whyNot(name);
    else if (small() && !pressed && name !== asked) asked = name;
    else return ask(name);
    return draw();
  }

  function ask(name) {
    [asked, sent] = [name, true];
    chain.stop();
    draw();
    play(name);
  }

  function takeBack() {
    asked = null;
    draw();
  }

  // Pressing a button in the well disables it, which would lose the focus: move it back to the board.
  function confirmed() {
    frame.focus(asked);
    ask(asked);
  }

  function putBack() {
    frame.focus(asked);
    takeBack();
  }

  function key(pressed) {
    if (pressed.toLowerCase() !== "s" || !chain.step) return false;
    chain.pause(true);
    chain.next();
    return true;
  }

  function pace(speed) {
    chain.pace(speed);
    draw();
    keep?.("speed", speed);
  }

  function lay() {
    size = measure(view.grid);
    frame.lay(size.plan, look);
  }

  function resize() {
    if (!view) return;
    lay();
    if (!look.still) describe();
    draw();
  }

  /** `passing`: a redraw by a timer, which must not clear a refusal. */
  function draw(passing = false) {
    busy?.(Boolean(chain.step));
    paint();
    mark();
    panel?.show(shown(), suits(), {
      asked,
      mine: mine(),
      loupe: small() ? loupe() : null,
      value: look.values?.[asked],
    });
    voice.guide(guidance(), `${view.position} ${asked}`, false, passing);
  }

  /** What to do next. A running chain is announced once, or wave by wave if the player steps through it. */
  function guidance() {
    if (chain.step && chain.moves) return advice("xchain.board.running", { n: chain.steps.length });
    if (chain.step) {
      const squares = chain.step.exploding;
      return advice("xchain.board.wave", { n: squares.length, wave: chain.at + 1, squares });
    }
    if (!mine()) return "";
    return asked && small() ? text("web.board.selected", { square: asked }) : advice("xchain.board.grow");
  }

  function paint() {
    const { plan, place, unit } = size;
    const exploding = new Set(chain.step?.exploding);
    const burst = chain.step ? explosion() : { tints: [], drawn: [] };
    const rim = look.still ? [] : size.labels();
    frame.ground.replaceChildren(
      rect(...plan.box, 17, "plate"),
      ...rim,
      ...view.cells.map(({ name }) => square(name, "cell")),
      ...burst.tints,
    );
    frame.motion.replaceChildren(...burst.drawn);
    painted = ghosted();
    frame.pieces.replaceChildren(
      ...shown()
        .cells.filter((cell) => cell.seat && !exploding.has(cell.name) && cell.name !== painted)
        .map((cell) => svg("g", { transform: `${at(...place(cell.name))} scale(${unit})` }, token(cell))),
    );
  }

  /** The square with a preview of its next state. */
  function ghosted() {
    const name = frame.active;
    return mine() && !look.still && !chain.step && !asked && view.moves.includes(name) ? name : null;
  }

  function token(cell, extra = "") {
    const name = suitOf(look, cell.seat);
    return [
      cell.value >= cell.most &&
        svg("path", { class: `full of-${name}`, d: suitPath(name, TOKEN + 5.6), transform: at(0, 4) }),
      suit(name, TOKEN, 0, 4, extra),
      dots(name, cell.value),
      look.still || extra ? null : svgText(String(cell.value), 29, -29, 15, "square-value"),
    ];
  }

  function square(name, extra) {
    const [x, y] = size.place(name);
    const half = size.pitch / 2 - INSET;
    return rect(x - half, y - half, 2 * half, 2 * half, 6 * size.unit, extra);
  }

  function mark() {
    if (!size) return;
    const { place, unit, pitch } = size;
    const ghost = ghosted();
    if (ghost !== painted) paint();
    frame.lines.replaceChildren(...(asked ? [square(asked, "cell-chosen")] : ghost ? [square(ghost, "cell-lit")] : []));
    frame.marks.replaceChildren(
      ...(ghost ? [svg("g", { transform: `${at(...place(ghost))} scale(${unit})` }, growing(ghost))] : []),
      ...(lastSquare() && !chain.behind ? [brackets(...place(lastSquare()), pitch / 2 - INSET, 0.84 * unit)] : []),
      ...(look.hint && !chain.step ? [hint(...place(look.hint), 0.84 * unit)] : []),
      ...(chain.step ? [] : values()),
      ...(small() && corner ? [loupeFrame()] : []),
    );
  }

  /** The preview of a square: a token with one more, or a star. */
  function growing(name) {
    const cell = view.cells.find((found) => found.name === name);
    const mover = suitOf(look, view.turn);
    const bursts = cell.value >= cell.most;
    return [
      svg(
        "g",
        { class: "ghost" },
        bursts
          ? svg("path", { class: `token of-${mover}`, d: star(30, 17), "stroke-width": 2 })
          : token({ ...cell, seat: view.turn, value: cell.value + 1 }, "ghostly"),
      ),
      svgText("+1", 27, -29, 15, "square-value"),
    ];
  }

  function values() {
    const { place, unit, pitch } = size;
    return Object.entries(look.values ?? {}).map(([name, value]) => {
      const [x, y] = place(name);
      const owned = view.cells.find((cell) => cell.name === name)?.seat;
      return badge(value, x, y + (owned ? 26 * unit : 0), 0.84 * unit, pitch - 6);
    });
  }

  /** One wave: stars, and a suit that flies to each neighbour. */
  function explosion() {
    const { place, unit, neighbours } = size;
    const exploding = chain.step.exploding;
    const cells = new Map(chain.step.cells.map((cell) => [cell.name, cell]));
    const mover = suitOf(look, cells.get(exploding[0])?.seat ?? view.turn);
    const reached = new Set(exploding.flatMap(neighbours));
    const flights = exploding.flatMap((name) =>
      neighbours(name).map((near) => {
        const [from, to] = [place(name), place(near)];
        const part = [0, 1].map((i) => from[i] + (to[i] - from[i]) * 0.56);
        const flyer = svg("g", { transform: at(...part) }, suit(mover, 11 * unit));
        const trail = line(from, part, `trail of-${mover}`);
        trail.setAttribute("stroke-width", 9 * unit);
        if (chain.moves) fly(flyer, from, to);
        return [trail, flyer];
      }),
    );
    return {
      tints: [...reached].filter((name) => !exploding.includes(name)).map((name) => square(name, `tint of-${mover}`)),
      drawn: [
        ...flights.flat(),
        ...exploding.map((name) =>
          svg(
            "g",
            { class: `burst of-${mover}`, transform: `${at(...place(name))} scale(${unit})` },
            circle(0, 0, 47, "burst-ring"),
            svg("path", { class: "token", d: star(38, 21), "stroke-width": 2 }),
            svgText(String(cells.get(name).value), 0, 0, 21, "burst-value"),
          ),
        ),
      ],
    };
  }

  function fly(flyer, from, to) {
    const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    flyer.animate(frames, { duration: chain.wave, easing: "cubic-bezier(.2,.7,.2,1)", fill: "both" });
  }

  function loupe() {
    corner ??= size.corner(lastSquare() ?? view.cells[0].name);
    const cells = new Map(shown().cells.map((cell) => [cell.name, cell]));
    return {
      rows: size.window(corner),
      draw: (name) => (cells.get(name).seat ? svg("g", { transform: "scale(1.15)" }, token(cells.get(name))) : null),
    };
  }

  function loupeFrame() {
    const rows = size.window(corner);
    const [[x1, y1], [x2, y2]] = [size.place(rows[0][0]), size.place(rows.at(-1).at(-1))];
    const half = size.pitch / 2;
    return rect(x1 - half, y1 - half, x2 - x1 + 2 * half, y2 - y1 + 2 * half, 8, "loupe-frame");
  }

  const content = ({ seat, value, most }) =>
    text("xchain.board.value", { colour: colour(suitOf(look, seat)), value, most });

  function describe() {
    for (const cell of view.cells) {
      const legal = mine() && view.moves.includes(cell.name);
      const label = named(
        cell.name,
        cell.seat ? content(cell) : text("web.board.state.empty"),
        state(legal, "legal"),
        state(cell.name === lastSquare(), "last-move"),
        state(cell.name === look.hint, "hint"),
        look.values?.[cell.name]?.text,
      );
      frame.describe(cell.name, label, mine() ? legal : null);
    }
  }

  function destroy() {
    chain.stop();
    frame.destroy();
    well?.replaceChildren();
  }

  return { show, destroy };
}

/** The dots of a value, in the suit's text colour. */
function dots(name, value) {
  const low = name === "yellow";
  const spread = TOKEN * (low ? 0.3 : 0.36);
  const y = 4 + (low ? 0.16 * TOKEN : 0);
  if (!(value in DOTS)) return svgText(String(value), 0, y, 17, `token-number of-${name}`);
  return DOTS[value].map((spot) => {
    const [dx, dy] = spot.split(" ").map(Number);
    return circle(spread * dx, y + spread * dy, 0.165 * TOKEN, `token-dot of-${name}`);
  });
}

function createPanel(well, chain, { pace, choose, confirm, takeBack }) {
  const choice = createChoice({ confirm, takeBack });
  const loupe = createLoupe("xchain", choose);
  const panel = createChainPanel(chain, pace);
  fillWell(well, loupe.element, choice.element, ...panel.elements);
  return {
    spare: () => loupe.spare(choice.element),
    show(view, suits, { asked, mine, loupe: part, value }) {
      panel.show(view, suits);
      choice.element.hidden = !(part && mine);
      choice.show(asked ?? "", { whole: Boolean(asked), value });
      loupe.element.classList.toggle("away", !part);
      if (part) loupe.show(part.rows, part.draw, asked);
    },
  };
}
