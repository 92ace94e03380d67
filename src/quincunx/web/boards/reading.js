// Reading the text of a position: what the games' own readers share. Like the picture of a view in Python, a picture has a
// grid, cells and highlights, and what else a board shows.

const LETTERS = "abcdefghijkl";

/** The words of a position after the name of its game. */
export const wordsOf = (position) => position.split(" ").slice(1);

/** An option of a game that is written `name:key=value,…`; without it the default. */
export const option = (game, key, otherwise) =>
  game
    .split(/[:,]/)
    .find((part) => part.startsWith(`${key}=`))
    ?.slice(key.length + 1) ?? otherwise;

export const letters = (n) => [...LETTERS.slice(0, n)];
export const numbers = (n) => Array.from({ length: n }, (_, i) => String(i + 1));

/** The names of the squares in reading order. */
export const squares = (width, height) =>
  numbers(height).flatMap((row) => letters(width).map((column) => column + row));

export const noHighlights = () => ({ decisive: [], candidates: [] });
