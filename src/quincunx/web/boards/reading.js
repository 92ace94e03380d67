// Helpers for the games' position parsers. As in Python, a picture has a grid, cells, highlights, and what else a board
// shows.

const LETTERS = "abcdefghijkl";

/** The words of a position after its game. */
export const wordsOf = (position) => position.split(" ").slice(1);

/** An option of a game written as `name:key=value,…`, or the default. */
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
