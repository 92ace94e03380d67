// The evaluation of the original program for the Cromemco Dazzler: a 16-bit value for each empty square.

import { linesThrough } from "./hyper.js";

const [OWN, OTHER] = [0xc000, 0x3000];

/** Adds to a bit field, saturating at its maximum. */
const add = (value, field, one) => ((value & field) === field ? value : value + one);

/**
 * The value of each empty square for the seat to move, by name:
 *
 *     bit  15 14 | 13 12 | 11 10 9 8 | 7 ... 0
 *          own     other   lines with  empty
 *          twos    twos    one mark    lines
 */
export function dazzlerValues(cells, turn, dims) {
  const seats = new Map(cells.map(({ name, seat = 0 }) => [name, seat]));
  const values = new Map();
  for (const [name, taken] of seats) {
    if (taken) continue;
    let value = 0;
    for (const line of linesThrough(name, dims)) {
      const marks = line.map((square) => seats.get(square)).filter(Boolean);
      const own = marks.filter((seat) => seat === turn).length;
      if ((own && own < marks.length) || marks.length === 3) continue;
      if (own === 2) value = add(value, OWN, 0x4000);
      else if (marks.length === 2) value = add(value, OTHER, 0x1000);
      else value += marks.length ? 0x0100 : 0x0001;
    }
    values.set(name, value);
  }
  return values;
}

/** The four parts of a value: own twos, the opponent's twos, lines with one mark, empty lines. */
export const partsOf = (value) => [value >> 14, (value >> 12) & 3, (value >> 8) & 15, value & 255];

/** As the machine showed it: four hex digits. */
export const hexOf = (value) => value.toString(16).toUpperCase().padStart(4, "0");
