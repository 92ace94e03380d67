// The frame of every board: one SVG with layers, and above them a grid of transparent squares for the pointer, the
// keyboard and the screen reader. A board draws into the layers, and its handlers get the names of squares.

import { circle, html, rect, svg } from "./draw.js";
import { text } from "../text.js";

const LAYERS = ["ground", "lines", "pieces", "marks", "motion"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const EASE = "cubic-bezier(.2,.7,.2,1)";
const FADE = 120;

/** A board narrower than this many pixels counts as being on a phone. */
export const NARROW = 480;

/** Whether the user prefers reduced motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates a new element; with reduced motion it only fades in. */
export function arrive(element, from, duration, delay = 0) {
  const [frame, options] = calm()
    ? [{ opacity: 0 }, { duration: FADE }]
    : [from, { duration, delay, easing: EASE, fill: "backwards" }];
  return element.animate([frame, {}], options);
}

/** Animates an element out and removes it. */
export function leave(element, to, duration, delay = 0) {
  const [frame, options] = calm()
    ? [{ opacity: 0 }, { duration: FADE }]
    : [
        { opacity: 0, ...to },
        { duration, delay, easing: EASE },
      ];
  const motion = element.animate([{}, frame], { ...options, fill: "both" });
  motion.finished.then(
    () => element.remove(),
    () => {},
  );
}

/** Whether a player of this page is to move. */
export const acting = (view, look) => !view.outcome && Boolean(look.mine?.includes(view.turn));

export const suitOf = (look, seat) => look.suits[seat - 1];

/** Fills the well, the area beside the board, with the game's parts. */
export function fillWell(well, ...parts) {
  well.classList.add("board-well");
  well.replaceChildren(html("div", { class: "well-body" }, parts));
}

/** The text line under a board: what to do next, and why a move was refused. */
export class Voice {
  constructor(say) {
    this.say = say;
    this.about = null;
    this.refusing = false;
  }

  /** `about` identifies what the guidance belongs to: repeating it must not replace a refusal. `halfway` marks an
   * unfinished move, whose guidance is shown even on phones. */
  guide(text, about, halfway = false, passing = false) {
    if (`${about} ${text}` === this.about) return;
    this.about = `${about} ${text}`;
    if (!this.refusing) this.say?.(text, { halfway, passing });
  }

  /** A redraw right after a refusal must not replace it. */
  refuse(reason) {
    this.refusing = true;
    queueMicrotask(() => (this.refusing = false));
    this.say?.(reason, { refused: true });
  }
}

export class Frame {
  /**
   * `handlers`: `choose(name, key)` for a click (no key), Enter or Space; `clear()` for Escape; `point()`
   * when another square is hovered or focused. Optional: `key(key, name)` for other keys, which returns whether it
   * used the key; `step(name, dx, dy)` for arrow keys that do not go to the next square (with Shift they do);
   * `drag(from, to)` and `drop(from, to)`; `resize()`.
   */
  constructor(host, game, handlers) {
    this.host = host;
    this.handlers = handlers;
    this.svg = svg("svg", { class: `board board-${game}`, focusable: "false" });
    for (const name of LAYERS) this[name] = svg("g", { class: `layer-${name}`, "aria-hidden": "true" });
    this.grid = svg("g", { role: "grid" });
    this.ring = svg("g", { class: "ring", "aria-hidden": "true" });
    this.svg.append(...LAYERS.map((name) => this[name]), this.grid, this.ring);
    this.places = new Map();
    this.letters = true;
    this.gone = new AbortController();
    this.#forget();
    host.replaceChildren(this.svg);
    this.#listen();
    this.observer = new ResizeObserver(([{ contentRect }]) => {
      // Firefox (153) keeps a stale value of 100cqh from before the container had its size until the board's style
      // changes.
      this.svg.style.setProperty("--place", `${contentRect.width} ${contentRect.height}`);
      handlers.resize?.();
    });
    this.observer.observe(host);
  }

  #forget() {
    this.hovered = null;
    this.focused = null;
    this.current = null;
  }

  destroy() {
    this.observer.disconnect();
    this.gone.abort();
    this.svg.remove();
  }

  /**
   * Lays out the squares, again only if `plan.key` has changed. `plan.rows` are rows of places with `name`, `x`, `y`,
   * `width`, `height` (the transparent square), `ring` (`[x, y, width, height]`, or `[x, y, r]` if round) and
   * optionally `lean` (a transform of both); `plan.box` is the view box and `plan.crop` the view box of a thumbnail.
   */
  lay(plan, look) {
    this.letters = look.letters !== false;
    const [x, y, width, height] = look.still ? plan.crop : plan.box;
    const key = `${plan.key} ${Boolean(look.still)}`;
    if (key !== this.key) {
      this.key = key;
      [this.width, this.height] = [width, height];
      this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      this.host.style.setProperty("--ratio", width / height);
      this.svg.style.borderRadius = `${1700 / width}% / ${1700 / height}%`;
      this.#build(look.still ? [] : plan.rows);
    }
    this.#label(look);
  }

  /** A thumbnail is an image with a label, or decorative without one. */
  #label({ still = false, label = "" }) {
    const [picture, grid] = still ? [label && "img", null] : [null, "grid"];
    this.svg.classList.toggle("still", still);
    introduce(this.svg, picture || "none", picture ? label : null);
    introduce(this.grid, grid ?? "none", grid ? label || text("web.board.label") : null);
  }

  #build(rows) {
    const kept = this.focused ? this.current : null;
    this.#forget();
    this.rows = rows;
    this.places.clear();
    this.grid.replaceChildren(
      ...rows.map((row, y) =>
        svg(
          "g",
          { role: "row" },
          row.map((place, x) => this.#cell(place, x, y)),
        ),
      ),
    );
    this.ring.replaceChildren();
    const first = this.places.keys().next().value;
    if (first) this.#rove(first);
    if (this.places.has(kept)) this.focus(kept);
  }

  #cell(place, column, row) {
    const clear = rect(place.x, place.y, place.width, place.height, 0, "clear");
    if (place.lean) clear.setAttribute("transform", place.lean);
    const element = svg("g", { role: "gridcell", tabindex: -1, "data-name": place.name }, clear);
    this.places.set(place.name, { ...place, element, column, row });
    return element;
  }

  /** Sets a square's label, and whether it can be chosen (null: no square can, so none is marked as illegal). */
  describe(name, label, legal) {
    const { element } = this.places.get(name);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.setAttribute("class", legal === null ? "" : legal ? "can" : "cannot");
  }

  /** The square under the pointer, otherwise the focused one. */
  get active() {
    return this.hovered ?? this.focused;
  }

  /** Pixels per unit of the view box. */
  get scale() {
    return this.svg.getBoundingClientRect().width / this.width;
  }

  /** The scale that the board would have with `spare` more pixels of height. */
  scaleWith(spare) {
    const { clientWidth, clientHeight } = this.host;
    return Math.min(clientWidth, ((clientHeight + spare) * this.width) / this.height) / this.width;
  }

  focus(name, options) {
    if (!this.places.has(name)) return;
    this.#rove(name);
    this.places.get(name).element.focus(options);
  }

  #rove(name) {
    this.places.get(this.current)?.element.setAttribute("tabindex", -1);
    this.current = name;
    this.places.get(name).element.setAttribute("tabindex", 0);
  }

  #listen() {
    // Listen on the host: Chromium makes an SVG with focus listeners a tab stop.
    const on = (name, act) => this.host.addEventListener(name, act, { signal: this.gone.signal });
    const { handlers } = this;
    on("pointerover", (event) => this.#hover(event.pointerType === "touch" ? null : nameOf(event)));
    on("pointerleave", () => this.#hover(null));
    on("focusin", (event) => this.#focusIn(event));
    on("focusout", () => this.#focusOut());
    on("keydown", (event) => this.#key(event));
    on("click", (event) => {
      const name = nameOf(event);
      if (!name) return;
      this.focus(name, { preventScroll: true });
      handlers.choose(name);
    });
    if (handlers.drop) on("pointerdown", (event) => this.#drag(event));
  }

  #hover(name) {
    if (name === this.hovered) return;
    this.hovered = name;
    this.handlers.point();
  }

  #focusIn(event) {
    const name = nameOf(event);
    if (!name) return;
    this.#rove(name);
    this.focused = event.target.matches(":focus-visible") ? name : null;
    this.#drawRing();
    this.handlers.point();
  }

  #focusOut() {
    this.focused = null;
    this.#drawRing();
    this.handlers.point();
  }

  #drawRing() {
    const place = this.places.get(this.focused);
    const [x, y, width, height] = place?.ring ?? [];
    const unit = Math.min(1, Math.max(0.6, (height ?? 2 * (width ?? 50)) / 70));
    const drawn = (extra, thick) => {
      const shape =
        height === undefined
          ? circle(x, y, width + 2 * unit, extra)
          : rect(x - 2 * unit, y - 2 * unit, width + 4 * unit, height + 4 * unit, 6, extra);
      shape.setAttribute("stroke-width", thick * unit);
      if (place.lean) shape.setAttribute("transform", place.lean);
      return shape;
    };
    this.ring.replaceChildren(...(place ? [drawn("ring-outer", 7), drawn("ring-inner", 3.4)] : []));
  }

  #key(event) {
    const name = nameOf(event);
    if (!name || event.altKey || event.metaKey || event.ctrlKey) return;
    if (this.#pressed(event, name)) event.preventDefault();
  }

  #pressed({ key, shiftKey }, name) {
    const { column, row } = this.places.get(name);
    const { handlers } = this;
    if (key in ARROWS) {
      const leap = shiftKey ? null : handlers.step?.(name, ...ARROWS[key]);
      this.focus(leap ?? this.#next(column, row, ...ARROWS[key]));
    } else if (key === "Home") this.focus(this.rows[row][0].name);
    else if (key === "End") this.focus(this.rows[row].at(-1).name);
    else if (key === "Enter" || key === " ") handlers.choose(name, key);
    else if (key === "Escape") handlers.clear?.();
    else return Boolean(this.letters && handlers.key?.(key, name));
    return true;
  }

  #next(column, row, dx, dy) {
    return (this.rows[row + dy]?.[column + dx] ?? this.rows[row][column]).name;
  }

  /** Follows a drag from square to square. Touch events keep their first target, so look up the element by position. */
  #drag(event) {
    const from = nameOf(event);
    if (!from || event.button !== 0 || !event.isPrimary) return;
    let to = from;
    const end = new AbortController();
    const options = { signal: end.signal };
    const follow = ({ clientX, clientY }) => {
      const under = nameOf({ target: document.elementFromPoint(clientX, clientY) });
      if (under === to) return;
      to = this.places.has(under) ? under : null;
      this.handlers.drag(from, to);
    };
    addEventListener("pointermove", follow, options);
    addEventListener("pointercancel", () => end.abort(), options);
    addEventListener(
      "pointerup",
      () => {
        end.abort();
        if (to && to !== from) this.handlers.drop(from, to);
      },
      options,
    );
  }
}

function nameOf({ target }) {
  return target?.closest?.("[role=gridcell]")?.dataset.name ?? null;
}

/** Sets an element's role and label; null removes the label. */
function introduce(element, role, label) {
  element.setAttribute("role", role);
  if (label === null) element.removeAttribute("aria-label");
  else element.setAttribute("aria-label", label);
}
