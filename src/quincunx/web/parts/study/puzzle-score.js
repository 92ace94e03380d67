// The player's puzzle rating and streak, kept in the browser. Only the first try at a puzzle counts.

import { set, setting } from "../../player.js";

const FIRST = 1000;
/** How much one puzzle can change the rating. */
const STEP = 32;
/** The rating of a puzzle, from its grade. */
const worth = ({ grade }) => 600 + 200 * grade;

/** `rating`, `streak`, `best` and the puzzles that were `tried`. */
export const score = () => ({ rating: FIRST, streak: 0, best: 0, tried: [], ...setting("puzzle-score") });

/** Whether a puzzle still counts: it was neither tried nor solved before. */
const counts = (puzzle) => !score().tried.includes(puzzle.id) && !(setting("puzzles") ?? []).includes(puzzle.id);

/** The result of a first try. */
export function settle(puzzle, solved) {
  if (!counts(puzzle)) return;
  const before = score();
  const expected = 1 / (1 + 10 ** ((worth(puzzle) - before.rating) / 400));
  const streak = solved ? before.streak + 1 : 0;
  set("puzzle-score", {
    rating: Math.round(before.rating + STEP * (Number(solved) - expected)),
    streak,
    best: Math.max(before.best, streak),
    tried: [...before.tried, puzzle.id],
  });
}

/** Showing the move uses up the first try, but does not change the rating. */
export function skip(puzzle) {
  if (counts(puzzle)) set("puzzle-score", { ...score(), tried: [...score().tried, puzzle.id] });
}
