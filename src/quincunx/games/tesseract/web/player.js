// How computers play tesseract in the browser: player.py and book.py of this folder, with the same answers.

import { lookUp } from "./book.js";

const bookOf = (game) => (/dims=3/.test(game) ? "tesseract-3" : "tesseract");

export const needs = ({ game }) => [bookOf(game)];

/** How the first seat wins, to the end. */
export function page({ book }, { game, body, outcome }) {
  const text = outcome ? null : book(bookOf(game));
  const found = text && lookUp(text, body);
  if (!found) return null;
  const [code, worth] = found.move === null ? ["tesseract.book-loss", 0] : ["tesseract.book-win", 1];
  return { move: found.move, least: worth, most: worth, basis: { code, args: { n: found.left } } };
}
