// What all boards say alike: names of squares for a screen reader, what to do next, and why nothing can be done now.

import { hasText, text } from "../text.js";

/** Whether it is worth speaking of keys here: a machine whose pointer hovers mostly has some. */
export const hasKeyboard = matchMedia("(any-hover: hover)").matches;

/** A square's name for a screen reader: place, content, states. */
export const named = (...parts) => parts.filter(Boolean).join(", ");

/** A state that squares of all boards have; nothing where it is not so. */
export const state = (is, name) => is && text(`web.board.state.${name}`);

export const colour = (suit) => text(`web.colour.${suit}`);

/** What to do next, on a machine with a keyboard also with which keys. */
export function advice(key, args) {
  const keys = hasKeyboard && hasText(`${key}-keys`) ? ` ${text(`${key}-keys`, args)}` : "";
  return text(key, args) + keys;
}

/** Why nobody can move here now. */
export const resting = (view) => text(view.outcome ? "law.over" : "web.board.not-your-turn");
