// The boards on a page: big ones to play on, still ones as pictures.

import { createBoard } from "../../games.js";
import { hasText, text } from "../../text.js";
import { el } from "../common/element.js";

/** A still picture of a view; screen readers ignore it unless it has a label. */
export function picture(view, { suits, label = "", last = null, lines = false }) {
  const holder = el("div", { class: "picture" });
  const shown = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  for (const [name, value] of Object.entries(shown)) holder.setAttribute(name, value);
  createBoard(view.game, { board: holder }).show(view, { still: true, mine: [], suits, last, lines, steps: [], label });
  return holder;
}

/** The options of a game that differ from the usual ones, in a few words. */
export function optionWords(game, { options }) {
  const chosen = new Map(
    (game.split(":")[1] ?? "")
      .split(",")
      .filter(Boolean)
      .map((item) => item.split("=")),
  );
  const unusual = options.filter(({ key }) => chosen.has(key));
  return unusual.map((option) => valueWords(option, chosen.get(option.key))).join(", ") || text("web.classic");
}

function valueWords({ key, kind, label, choices }, value) {
  if (hasText(`web.option.${key}`)) return text(`web.option.${key}`, { n: Number(value) });
  if (kind === "choice") return choices[value];
  if (kind === "size") return value.replace("x", " × ");
  return text("web.option-value", { label, value: value.replace(/(\D)(\d)/, "$1 $2") });
}
