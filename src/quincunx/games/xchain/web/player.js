// How computers play xchain in the browser, with the same results as player.py in the game's folder.

import { option } from "../../boards/reading.js";
import { bestMoves, ranked } from "../../engine/ranking.js";

const DEPTHS = [1, 3];
const PROBE = 10_000;
const JUDGED = 2_000;
const SMALL = 12;
const USUAL = 64;

/** Whether the game has the level `perfect`: on boards small enough for a table of all positions. */
export function isPerfect(game) {
  const [width, height] = option(game, "size", "8x8").split("x").map(Number);
  return option(game, "seats", "2") === "2" && width * height <= SMALL;
}

/** Uses a table of all positions if the board is small enough. */
export const method = ({ seats, actions }) => (seats === 2 && actions <= SMALL ? "table" : "adaptive");

/** Fewer nodes on boards with more than 64 squares, where each takes longer. */
export const nodes = ({ actions }, budget) => Math.ceil((budget * USUAL) / Math.max(actions, USUAL));

/** Whether a search finds a win for the seat to move within `depth` moves. */
function wins({ search }, at, depth) {
  const [{ value }] = ranked(search(at, { depth, nodes: PROBE }, "squares").moves, at.actor);
  return value.exact && value.seats[at.actor - 1] === 1;
}

/** The moves after which the opponent does not win at once, and if possible not within three moves; with more seats,
 * the best moves by Monte Carlo search. */
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
