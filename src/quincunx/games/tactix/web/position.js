// Parses a position of tactix: its counters.

import { letters, noHighlights, numbers, squares, wordsOf } from "../../boards/reading.js";

export function picture({ position }) {
  const rows = wordsOf(position)[0].split("/");
  const size = rows.length;
  const cells = [...rows.join("")];
  return {
    grid: { columns: letters(size), rows: numbers(size), gap: 0 },
    cells: squares(size, size).map((name, i) => ({
      name,
      text: cells[i] === "o" ? "o" : "",
      counter: cells[i] === "o",
    })),
    highlights: noHighlights(),
    left: cells.filter((cell) => cell === "o").length,
  };
}
