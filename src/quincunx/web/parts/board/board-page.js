// The layout of a page with a board: first the board with all that a move needs, which fits the window, then everything
// else.

import { el } from "../common/element.js";

/** `stage` has the elements `board`, `line`, `well` and perhaps `entry`; `head` says what is played and whose turn it is, `panel` is the
 * section with the rest. Gives the elements of the page. */
export function boardPage({ board, line, well, entry }, head, panel) {
  const side = el("div", { class: "side" }, line, entry, well, head.length > 0 && el("div", { class: "head" }, head));
  return [el("div", { class: "front" }, board, side), panel];
}
