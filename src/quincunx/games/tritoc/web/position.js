// Parses a position of tritoc: the pieces in the holes, who has won which field, and the state of the dice.

import { letters, numbers, squares, wordsOf } from "../../boards/reading.js";

const PIECES = ".ry";
const FIELDS = squares(3, 3);
const HOLES = [3, 4, 5, 6, 7, 8, 9, 10, 11];
const ROWS = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** A seat's rows of three; `nine` lists the seat in each hole or field. */
const complete = (nine, seat) => ROWS.filter((row) => row.every((i) => nine[i] === seat));

/** Labels, each at the middle one of three rows or columns. */
const labels = (names) => names.flatMap((name) => ["", name, ""]);

function fieldOf(name, holes) {
  const winner = [1, 2].find((seat) => complete(holes, seat).length) ?? 0;
  const [line = []] = winner ? complete(holes, winner) : [];
  return {
    name,
    winner,
    closed: winner > 0 || !holes.includes(0),
    red: holes.filter((seat) => seat === 1).length,
    yellow: holes.filter((seat) => seat === 2).length,
    line: line.map((i) => `${name}.${HOLES[i]}`),
  };
}

export function picture({ position }) {
  const [board, , rolled, tries, forfeits] = wordsOf(position);
  const pieces = board.split("/").map((field) => [...field].map((piece) => PIECES.indexOf(piece)));
  const fields = FIELDS.map((name, i) => fieldOf(name, pieces[i]));
  const won = fields.map(({ winner }) => winner);
  const cell = (y, x) => {
    const [field, i] = [3 * Math.floor(y / 3) + Math.floor(x / 3), 3 * (y % 3) + (x % 3)];
    const [hole, seat] = [HOLES[i], pieces[field][i]];
    const place = { name: `${FIELDS[field]}.${hole}`, hole };
    return seat ? { ...place, text: PIECES[seat], seat } : { ...place, text: String(hole) };
  };
  const nine = [...Array(9).keys()];
  return {
    grid: { columns: labels(letters(3)), rows: labels(numbers(3)), gap: 3 },
    cells: nine.flatMap((y) => nine.map((x) => cell(y, x))),
    highlights: {
      decisive: [1, 2].flatMap((seat) => complete(won, seat).map((row) => row.map((i) => FIELDS[i]))),
      candidates: [],
    },
    roll: rolled === "-" ? null : Number(rolled),
    tries: Number(tries),
    forfeits: Number(forfeits),
    fields,
    counters: [1, 2].map((seat) => won.filter((winner) => winner === seat).length),
  };
}
