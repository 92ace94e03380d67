// Parses a position of xtic: the pieces and their properties, complete lines, and those that one more piece completes.

import { letters, numbers, option, squares, wordsOf } from "../../boards/reading.js";

const PIECES = "0123456789ABCDEF";
const PROPERTIES = [
  ["black", "brown"],
  ["horizontal", "vertical"],
  ["solid", "hollow"],
  ["round", "square"],
];
const SQUARES = squares(4, 4);
const FOUR = [0, 1, 2, 3];
const diagonal = (x, step) => FOUR.map((y) => 4 * y + ((x + step * y + 16) % 4));
const DIAGONALS = {
  nodiags: [],
  normal: [diagonal(0, 1), diagonal(3, -1)],
  torus: [...FOUR.map((x) => diagonal(x, 1)), ...FOUR.map((x) => diagonal(x, -1))],
};

const linesOf = (type) => [
  ...FOUR.map((y) => FOUR.map((x) => 4 * y + x)),
  ...FOUR.map((x) => FOUR.map((y) => 4 * y + x)),
  ...DIAGONALS[type],
];

/** The properties of a piece. */
const describe = (piece) => PROPERTIES.map((names, bit) => names[(PIECES.indexOf(piece) >> bit) & 1]);

/** The properties shared by all the pieces. */
const shared = (pieces) =>
  PROPERTIES.flat().filter((trait) => pieces.every((piece) => describe(piece).includes(trait)));

export function picture({ game, position, outcome }) {
  const [rows, written] = wordsOf(position);
  const board = [...rows.replaceAll("/", "")];
  const hand = written === "-" ? null : written[1];
  const lines = linesOf(option(game, "type", "normal")).map((line) => ({
    names: line.map((i) => SQUARES[i]),
    empty: line.filter((i) => board[i] === "."),
    alike: shared(line.map((i) => board[i]).filter((piece) => piece !== ".")),
  }));
  const fits = (trait) => hand === null || describe(hand).includes(trait);
  const threats = lines
    .filter(({ empty }) => empty.length === 1)
    .map(({ names, empty, alike }) => ({ squares: names, at: SQUARES[empty[0]], alike: alike.filter(fits) }));
  return {
    grid: { columns: letters(4), rows: numbers(4), gap: 0 },
    cells: SQUARES.map((name, i) => {
      const piece = board[i];
      return piece === "." ? { name, text: "" } : { name, text: piece, piece, words: describe(piece) };
    }),
    highlights: {
      decisive: lines.filter(({ empty, alike }) => !empty.length && alike.length).map(({ names }) => names),
      candidates: outcome ? [] : threats.filter(({ alike }) => alike.length),
    },
    hand: hand && { piece: hand, words: describe(hand) },
    tray: [...PIECES].map((piece) => ({
      piece,
      words: describe(piece),
      free: piece !== hand && !board.includes(piece),
    })),
  };
}
