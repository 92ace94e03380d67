// How computers play tesseract in the browser: player.py and book.py of this folder, with the same answers.

import { lookUp } from "./book.js";

const BOOK = "tesseract";

/** The book is about four dimensions. */
const isBooked = ({ game }) => !/dims=3/.test(game);

export const needs = (at) => (isBooked(at) ? [BOOK] : []);

/** How the first seat wins in four dimensions, to the end. */
export function page({ book }, at) {
  const text = isBooked(at) && !at.outcome ? book(BOOK) : null;
  const found = text && lookUp(text, at.body);
  if (!found) return null;
  const [code, worth] = found.move === null ? ["tesseract.book-loss", 0] : ["tesseract.book-win", 1];
  return { move: found.move, least: worth, most: worth, basis: { code, args: { n: found.left } } };
}
