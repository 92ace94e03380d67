// Parses a position of tesseract: its marks, the winning lines, and those that one more mark completes.

import { wordsOf } from "../../boards/reading.js";
import { DIGITS, linesThrough } from "./hyper.js";

const MARKS = ".xo";
const known = new Map();

/** All lines, ordered by their squares. */
function linesOf(names, dims) {
  if (!known.has(dims)) {
    const from = (name) =>
      linesThrough(name, dims)
        .map((line) => [...line].sort())
        .filter(([first]) => first === name)
        .sort((a, b) => (a.join() < b.join() ? -1 : 1));
    known.set(dims, names.flatMap(from));
  }
  return known.get(dims);
}

export function picture({ position, outcome }) {
  const rows = wordsOf(position)[0].split("/");
  const columns = [...DIGITS.slice(0, rows[0].length)];
  const names = [...DIGITS].flatMap((row) => columns.map((column) => row + column));
  const marks = new Map([...rows.join("")].map((mark, i) => [names[i], MARKS.indexOf(mark)]));
  const lines = linesOf(names, columns.length === 16 ? 4 : 3).map((squares) => {
    const seats = squares.map((name) => marks.get(name));
    return { squares, seats, counts: [1, 2].map((seat) => seats.filter((other) => other === seat).length) };
  });
  const threes = outcome ? [] : lines.filter(({ counts }) => counts.includes(3) && counts.includes(0));
  return {
    grid: { columns, rows: [...DIGITS], gap: 4 },
    cells: names.map((name) => {
      const seat = marks.get(name);
      return seat ? { name, text: MARKS[seat], seat } : { name, text: "" };
    }),
    highlights: {
      decisive: lines.filter(({ counts }) => counts.includes(4)).map(({ squares }) => squares),
      candidates: threes.map(({ squares, seats, counts }) => ({
        squares,
        at: squares[seats.indexOf(0)],
        seat: 1 + counts.indexOf(3),
      })),
    },
    lines: { all: lines.length, open: lines.filter(({ counts }) => counts.includes(0)).length },
  };
}
