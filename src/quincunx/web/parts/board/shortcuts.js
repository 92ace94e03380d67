// Keyboard shortcuts while the board has the focus, and the list of all keys.

import { gameKeys } from "../../games.js";
import { setting } from "../../player.js";
import { text } from "../../text.js";
import { openDialog } from "../common/dialog.js";
import { el } from "../common/element.js";

const BOARD_KEYS = [
  [["Tab"], "web.keys.tab"],
  [["←", "↑", "→", "↓"], "web.keys.arrows"],
  [["Home", "End"], "web.keys.ends"],
  [["Enter", "Space"], "web.keys.enter"],
  [["Esc"], "web.keys.escape"],
  [["M"], "web.keys.type"],
  [["I"], "web.keys.where"],
];
const PAGE_KEYS = [
  [["U"], "web.keys.undo"],
  [["H"], "web.keys.hint"],
  [["V"], "web.keys.values"],
  [["L"], "web.keys.lines"],
  [[",", "."], "web.keys.step"],
  [["?"], "web.keys.help"],
];
const ACTIONS = { u: "undo", h: "hint", v: "values", l: "lines" };

/** Listens to keys on a board's element. Calls `action(name)` for an action, `back()` or `forward()`; ignores keys that the
 * board has used. */
export function boardKeys(board, { action, back, forward }) {
  board.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !setting("letters")) return;
    const key = event.key.toLowerCase();
    if (key in ACTIONS) action(ACTIONS[key]);
    else if (key === ",") back();
    else if (key === ".") forward();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.defaultPrevented || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    keysDialog();
  });
}

export function keysDialog() {
  openDialog(
    text("web.keys.title"),
    el(
      "div",
      { class: "stack" },
      el("p", { class: "second" }, text("web.keys.intro")),
      el(
        "dl",
        { class: "keys" },
        [...BOARD_KEYS, ...gameKeys(), ...PAGE_KEYS].map(([keys, meaning]) => [
          el(
            "dt",
            {},
            keys.map((key) => el("kbd", {}, key)),
          ),
          el("dd", {}, text(meaning)),
        ]),
      ),
    ),
    { wide: true },
  );
}
