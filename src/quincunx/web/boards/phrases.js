// Texts shared by all boards: labels of squares for a screen reader, what to do next, and why no move is possible.

import { hasText, text } from "../text.js";

/** Whether to mention keys: a device with a hovering pointer usually has a keyboard. */
export const hasKeyboard = matchMedia("(any-hover: hover)").matches;

/** A square's label for a screen reader: name, content, states. */
export const named = (...parts) => parts.filter(Boolean).join(", ");

/** The text of a state shared by all boards, if it applies. */
export const state = (is, name) => is && text(`web.board.state.${name}`);

export const colour = (suit) => text(`web.colour.${suit}`);

/** What to do next, and with which keys if there is a keyboard. */
export function advice(key, args) {
  const keys = hasKeyboard && hasText(`${key}-keys`) ? ` ${text(`${key}-keys`, args)}` : "";
  return text(key, args) + keys;
}

/** Why nobody can move here now. */
export const resting = (view) => text(view.outcome ? "law.over" : "web.board.not-your-turn");
