// The seats and the stored form of a new table: what is needed before it is opened.

import { draws } from "../../engine/draws.js";
import { random, setting } from "../../player.js";
import { text } from "../../text.js";
import { Refused } from "../rules/refused.js";

/** The id of this browser's player. */
export const ME = "me";
const SUITS = ["blue", "red", "yellow", "plum"];

export const time = () => Date.now() / 1000;
export const newSeed = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

/** A different suit for every seat. */
export function suitsOf(wanted, own = []) {
  const found = [...wanted];
  const preferred = own.length ? own : SUITS;
  found.forEach((suit, n) => {
    if (!SUITS.includes(suit))
      found[n] = [preferred[n % preferred.length], ...SUITS].find((free) => !found.includes(free));
  });
  return found;
}

/** A computer in a seat. Its player id has the seat's number, so that a series can tell two of the same level apart. */
export const computerSeat = (number, level, colour, name = text("server.computer")) => ({
  kind: "computer",
  name,
  player: `computer ${number} ${level}`,
  level,
  colour,
});

/** A seat as requested; `dealt` are the suits of all seats. */
export function seatFrom(number, { kind, name, level, suit }, dealt) {
  const colour = suit ?? dealt[number - 1];
  if (kind === "computer") return computerSeat(number, level, colour, name || undefined);
  if (kind !== "person") throw new Refused("web.local.needs-server", {}, { field: "seats", status: 422 });
  const said = (name || setting("name") || "").trim().replace(/\s+/g, " ");
  return { kind, name: said || text("server.guest"), player: ME, level: "", colour };
}

export const shuffled = (items) => draws(newSeed(), "seats").sample(items, items.length);

/** The stored form of a new table; the match begins when it is first opened. */
export const newStored = (setup, events = [], previous = null) => ({
  id: random(9),
  setup,
  events,
  opened: time(),
  updated: time(),
  next: null,
  previous,
});
