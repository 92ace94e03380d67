// The boards on a page: big ones to play on, still ones as pictures.

import { createBoard } from "../../games.js";
import { hasText, text } from "../../text.js";
import { choiceName } from "../common/controls.js";
import { el } from "../common/element.js";

/** A still picture of a view. It speaks only where it has a label. */
export function picture(view, { suits, label = "", last = null, lines = false }) {
  const holder = el("div", { class: "picture" });
  const shown = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  for (const [name, value] of Object.entries(shown)) holder.setAttribute(name, value);
  createBoard(view.game, { board: holder }).show(view, { still: true, mine: [], suits, last, lines, steps: [], label });
  return holder;
}

/** So many options there is room to explain. */
const ROOM = 1;

/** The options of a game in a few words; what is usual is not told. */
export function optionWords(game, { options }) {
  const chosen = new Map(
    (game.split(":")[1] ?? "")
      .split(",")
      .filter(Boolean)
      .map((item) => item.split("=")),
  );
  const told = options.filter(({ key }) => chosen.has(key));
  const words = told.map((option) => valueWords(option, chosen.get(option.key), told.length > ROOM));
  return words.join(", ") || text("web.classic");
}

function valueWords({ key, kind, label, choices }, value, brief) {
  if (hasText(`web.option.${key}`)) return text(`web.option.${key}`, { n: Number(value) });
  if (kind === "choice") return brief ? choiceName(choices[value]) : choices[value].replace(": ", ", ");
  if (kind === "size") return value.replace("x", " × ");
  if (kind === "counted") return value.replace(/(\d+)/, " $1");
  return `${label.toLowerCase()} ${value}`;
}
