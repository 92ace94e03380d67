// Parses a position of xchain, and computes the waves of a move.

import { letters, noHighlights, numbers, squares, wordsOf } from "../../boards/reading.js";

const LETTERS = ".ABCD";
const STANDINGS = { u: "unmoved", a: "alive", d: "dead", o: "out" };

/** A board: its width and height, and each square's owner (0 for none), value and neighbours. */
function read(position) {
  const [written, standing] = wordsOf(position);
  const rows = written.split("/").map((row) => row.match(/\.|[A-D]\d+/g));
  const [width, height] = [rows[0].length, rows.length];
  const cells = rows.flat();
  return {
    width,
    height,
    standing,
    owners: cells.map((cell) => LETTERS.indexOf(cell[0])),
    values: cells.map((cell) => Number(cell.slice(1))),
    near: cells.map((_, i) => neighbours(i, width, height)),
  };
}

function neighbours(i, width, height) {
  const x = i % width;
  return [
    ...(i >= width ? [i - width] : []),
    ...(x > 0 ? [i - 1] : []),
    ...(x < width - 1 ? [i + 1] : []),
    ...(i < width * (height - 1) ? [i + width] : []),
  ];
}

function draw({ width, height, standing, owners, values, near }) {
  return {
    grid: { columns: letters(width), rows: numbers(height), gap: 0 },
    cells: squares(width, height).map((name, i) => ({
      name,
      text: owners[i] ? `${LETTERS[owners[i]]}${values[i]}` : "",
      value: values[i],
      most: near[i].length - 1,
      ...(owners[i] ? { seat: owners[i] } : {}),
    })),
    highlights: noHighlights(),
    counters: [...standing].map((_, i) => owners.filter((owner) => owner === i + 1).length),
    standing: [...standing].map((letter) => STANDINGS[letter]),
  };
}

export const picture = ({ position }) => draw(read(position));

/** The views between a position and the one after a move: the board before each wave, and what explodes in it. */
export function steps(before, move) {
  const board = read(before.position);
  const names = squares(board.width, board.height);
  const frame = { ...before, phase: "", moves: [] };
  const found = [];
  const grown = names.indexOf(move);
  board.owners[grown] = before.turn;
  board.values[grown] += 1;
  for (;;) {
    const exploding = names.flatMap((_, i) => (board.values[i] >= board.near[i].length ? [i] : []));
    // Stop once all tokens belong to the mover: such a chain may never settle.
    if (!exploding.length || (found.length && board.owners.every((owner) => !owner || owner === before.turn)))
      return found;
    found.push({ ...frame, ...draw(board), exploding: exploding.map((i) => names[i]) });
    explode(board, exploding, before.turn);
  }
}

function explode({ owners, values, near }, exploding, mover) {
  for (const i of exploding) {
    values[i] -= near[i].length;
    for (const j of near[i]) {
      values[j] += 1;
      owners[j] = mover;
    }
  }
  for (const i of exploding) owners[i] = values[i] ? mover : 0;
}
