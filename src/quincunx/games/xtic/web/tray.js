// xtic's pieces: their drawing, the piece in hand, and the tray of free ones.

import { fillWell } from "../../boards/board.js";
import { html, svg } from "../../boards/draw.js";
import { named, state } from "../../boards/phrases.js";
import { text } from "../../text.js";

/** The names of a piece's properties. */
export const traitsIn = (words) => words.map((word) => text(`xtic.word.${word}`));

/** A piece centred on the origin, in a 100 x 100 box. `traits` are its four properties, as named by the rules. */
export function piece(traits, { casing = false } = {}) {
  const has = (trait) => traits.includes(trait);
  const turn = has("vertical") ? "rotate(90)" : null;
  const body = (extra, inset, width = null) => outline(has("round"), inset, { class: extra, "stroke-width": width });
  const solid = has("solid");
  const shape = (extra) => (solid ? body(extra, 0) : body(`${extra} hollow`, 5, 10));
  return svg(
    "g",
    { class: has("brown") ? "piece brown" : "piece black" },
    casing && svg("g", { transform: turn }, body("piece-casing", 0, 12)),
    svg("g", { class: "piece-foot", transform: "translate(0 3)" }, svg("g", { transform: turn }, shape("foot"))),
    svg("g", { transform: turn }, shape("body"), has("brown") && body("inlay", 5, 2.4)),
  );
}

/** The outline of a round or square piece lying flat, inset by `inset`. */
function outline(isRound, inset, attributes) {
  if (isRound) return svg("ellipse", { rx: 40 - inset, ry: 25 - inset, ...attributes });
  const [width, height] = [74 - 2 * inset, 44 - 2 * inset];
  return svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 2.5, ...attributes });
}

function picture(traits, extra) {
  const box = { class: extra, viewBox: "-50 -50 100 100", "aria-hidden": "true", focusable: "false" };
  return svg("svg", box, traits ? piece(traits) : null);
}

/** The hand and the tray in the well. Calls `give(piece)` with a hex digit. */
export function createTray(well, give) {
  const box = html("div", { class: "hand-box" });
  const holder = html("h2", { class: "well-label" });
  const traits = html("p", { class: "well-small" });
  const count = html("h2", { class: "well-label" });
  const slots = [..."0123456789ABCDEF"].map((digit) =>
    html("button", { type: "button", tabindex: -1, "data-piece": digit }),
  );
  const tray = html("div", { class: "tray", role: "toolbar" }, slots);
  fillWell(
    well,
    html("div", { class: "well-part hand" }, holder, box, traits),
    html("div", { class: "well-part" }, count, tray),
  );
  tray.addEventListener("click", ({ target }) => {
    const slot = target.closest("button");
    if (slot) give(slot.dataset.piece);
  });
  tray.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = follow(event.key);
    if (to) rove(to, true);
    else if (/^[0-9a-f]$/i.test(event.key) && tray.dataset.letters) give(event.key.toUpperCase());
    else return;
    event.preventDefault();
  });

  /** Roving tabindex: the tray is one tab stop, and arrow keys move between the pieces. */
  function rove(to, focus = false) {
    for (const slot of slots) slot.tabIndex = slot === to ? 0 : -1;
    if (focus) to.focus();
  }

  function follow(key) {
    const columns = getComputedStyle(tray).gridTemplateColumns.split(" ").length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
    const from = slots.indexOf(document.activeElement);
    if (!step) return { Home: slots.find(isFree), End: slots.findLast(isFree) }[key];
    for (let i = from + step; i >= 0 && i < slots.length; i += step) if (isFree(slots[i])) return slots[i];
    return slots[from];
  }

  return {
    /** The hand's box, from which a placed piece is animated. */
    box,
    show(view, look, { mine, giving, asked }) {
      tray.dataset.letters = look.letters === false ? "" : "on";
      holder.textContent = text(mine && !giving ? "xtic.board.your-hand" : "xtic.board.hand");
      box.classList.toggle("full", Boolean(view.hand));
      box.replaceChildren(view.hand ? picture(view.hand.words, "hand-piece") : "");
      traits.textContent = view.hand
        ? traitsIn(view.hand.words).join(", ")
        : giving
          ? text(mine ? "xtic.board.choose" : "xtic.board.to-give")
          : "";
      count.textContent = text("xtic.board.free", { n: view.tray.filter(({ free }) => free).length });
      tray.setAttribute("aria-label", text("xtic.board.tray"));
      tray.classList.toggle("live", mine && giving);
      for (const [i, item] of view.tray.entries()) fill(slots[i], item, look, asked === `=${item.piece}`);
      if (!slots.some((slot) => slot.tabIndex === 0 && isFree(slot))) rove(slots.find(isFree) ?? slots[0]);
    },
  };
}

const isFree = (slot) => slot.dataset.free === "yes";

const nameOf = (digit, traits, { free, value, hinted }) =>
  named(digit, traitsIn(traits).join(" "), !free && text("xtic.board.not-free"), value?.text, state(hinted, "hint"));

function fill(slot, { piece: digit, words: traits, free }, look, asked) {
  const value = free && look.values?.[`=${digit}`];
  const hinted = free && look.hint === `=${digit}`;
  slot.dataset.free = free ? "yes" : "no";
  const states = ["slot", free && "free", asked && "chosen", hinted && "hinted", value && `worth worth-${value.kind}`];
  slot.className = states.filter(Boolean).join(" ");
  slot.dataset.worth = value ? value.text : "";
  slot.setAttribute("aria-disabled", !free);
  slot.setAttribute("aria-label", nameOf(digit, traits, { free, value, hinted }));
  slot.replaceChildren(
    ...(free
      ? [picture(traits, "slot-piece"), html("span", { class: "slot-digit", "aria-hidden": "true" }, digit)]
      : []),
  );
}
