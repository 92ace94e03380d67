// How computers play tesseract in the browser, with the same results as player.py and book.py in the game's folder.

import { lookUp } from "./book.js";

const bookOf = (game) => (/dims=3/.test(game) ? "tesseract-3" : "tesseract");

export const needs = ({ game }) => [bookOf(game)];

/** The book's verdict: how the first seat wins, to the end. */
export function page({ book }, { game, body, outcome }) {
  const text = outcome ? null : book(bookOf(game));
  const found = text && lookUp(text, body);
  if (!found) return null;
  const [code, worth] = found.move === null ? ["tesseract.book-loss", 0] : ["tesseract.book-win", 1];
  return { move: found.move, least: worth, most: worth, basis: { code, args: { n: found.left } } };
}
