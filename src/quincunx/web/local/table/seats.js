// Who sits at a new table, and what it is stored as: what is needed before a table is opened.

import { draws } from "../../engine/draws.js";
import { random, setting } from "../../player.js";
import { text } from "../../text.js";
import { Refused } from "../rules/refused.js";

/** The player of this browser. */
export const ME = "me";
const SUITS = ["blue", "red", "yellow", "plum"];

export const time = () => Date.now() / 1000;
export const newSeed = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

/** A suit for every seat, no two alike. */
export function suitsOf(wanted, own = []) {
  const found = [...wanted];
  const preferred = own.length ? own : SUITS;
  found.forEach((suit, n) => {
    if (!SUITS.includes(suit))
      found[n] = [preferred[n % preferred.length], ...SUITS].find((free) => !found.includes(free));
  });
  return found;
}

/** A computer in a seat; its player has the number of the seat, so that a series tells two of a level apart. */
export const computerSeat = (number, level, colour, name = text("server.computer")) => ({
  kind: "computer",
  name,
  player: `computer ${number} ${level}`,
  level,
  colour,
});

/** A seat that somebody asks for; `dealt` are the suits of all seats. */
export function seatFrom(number, { kind, name, level, suit }, dealt) {
  const colour = suit ?? dealt[number - 1];
  if (kind === "computer") return computerSeat(number, level, colour, name || undefined);
  if (kind !== "person") throw new Refused("web.local.needs-server", {}, { field: "seats", status: 422 });
  const said = (name || setting("name") || "").trim().replace(/\s+/g, " ");
  return { kind, name: said || text("server.guest"), player: ME, level: "", colour };
}

export const shuffled = (items) => draws(newSeed(), "seats").sample(items, items.length);

/** What a table is stored as; whoever opens it first begins the match. */
export const newStored = (setup, events = [], previous = null) => ({
  id: random(9),
  setup,
  events,
  opened: time(),
  updated: time(),
  next: null,
  previous,
});
