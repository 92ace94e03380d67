// How computers play xchain in the browser: player.py of this folder, with the same answers.

import { option } from "../../boards/reading.js";
import { bestMoves, ranked } from "../../engine/ranking.js";

const DEPTHS = [1, 3];
const PROBE = 10_000;
const JUDGED = 2_000;
const SMALL = 12;
const USUAL = 64;

/** Whether the game has the level `perfect`: on boards for which the core keeps a table of all positions. */
export function isPerfect(game) {
  const [width, height] = option(game, "size", "8x8").split("x").map(Number);
  return option(game, "seats", "2") === "2" && width * height <= SMALL;
}

/** A table of all positions where the board is small enough. */
export const method = ({ seats, actions }) => (seats === 2 && actions <= SMALL ? "table" : "adaptive");

/** Fewer on boards with more than 64 squares, where a position takes longer. */
export const nodes = ({ actions }, budget) => Math.ceil((budget * USUAL) / Math.max(actions, USUAL));

/** Whether the seat to move is seen to win within so many moves. */
function wins({ search }, at, depth) {
  const [{ value }] = ranked(search(at, { depth, nodes: PROBE }, "squares").moves, at.actor);
  return value.exact && value.seats[at.actor - 1] === 1;
}

/** Those after which the other seat does not win at once, then not within three moves; with more seats, what each seat
 * would do for itself. */
export function longest(engine, at, moves) {
  const living = [...at.body.split(" ")[1]].filter((letter) => "ua".includes(letter)).length;
  if (living > 2) {
    const liked = bestMoves(engine.search(at, { nodes: JUDGED }, "montecarlo").moves, at.actor).map(({ move }) => move);
    const found = liked.filter((move) => moves.includes(move));
    return found.length ? found : moves;
  }
  let left = moves;
  for (const depth of DEPTHS) {
    const held = left.filter((move) => !wins(engine, engine.state(engine.core.play(at.position, move)), depth));
    if (!held.length) break;
    left = held;
  }
  return left;
}
