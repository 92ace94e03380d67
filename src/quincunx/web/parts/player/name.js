// The name of the player.

import { set, setting } from "../../player.js";
import { text } from "../../text.js";

export const LONGEST_NAME = 40;

/** The name one sits down with. */
export const myName = () => setting("name") || text("web.guest");

/** Keeps a name as the player's own; one that says nothing is not kept. */
export function rememberName(name) {
  if (name.trim() && name.trim() !== text("web.guest")) set("name", name.trim());
}
