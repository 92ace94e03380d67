// The name of the player.

import { set, setting } from "../../player.js";
import { text } from "../../text.js";

export const LONGEST_NAME = 40;

/** The name to sit down with. */
export const myName = () => setting("name") || text("web.guest");

/** Saves a name as the player's own, unless it is empty or that of any guest. */
export function rememberName(name) {
  if (name.trim() && name.trim() !== text("web.guest")) set("name", name.trim());
}
