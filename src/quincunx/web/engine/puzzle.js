// Judges the moves of a puzzle and plays the best defence, like the server, with the engine in this browser.

import * as api from "../api.js";
import { isThere } from "./local.js";

const SECONDS = 2;
const SHARE = { win: 1, draw: 0.5 }; // the value of each goal; "best" is that of the best move
const MISS = { right: false, solved: false, reply: [] };

/** The moves proved to keep the goal; if none is, all moves without a proof. */
function keeping({ actor, moves }, goal) {
  const exact = moves.filter(({ value }) => value.exact);
  const share = SHARE[goal] ?? Math.max(...exact.map(({ value }) => value.seats[actor - 1]));
  const proved = exact.filter(({ value }) => value.seats[actor - 1] >= share);
  return (proved.length ? proved : moves.filter(({ value }) => !value.exact)).map(({ move }) => move);
}

/** The engine in this browser cannot answer. */
class NoAnswer extends Error {}

/** Like `api.tryPuzzle`; `engine` is from engine.js, `puzzle` is the puzzle without its answer. */
export async function tryPuzzle(engine, puzzle, { move, line }) {
  try {
    const here = isThere() ? await tryHere(engine, puzzle, move, line) : null;
    if (here) return here;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
  return api.tryPuzzle(puzzle.id, { move, line });
}

/** Null if too little was proved, so that the server has to judge. */
async function tryHere(engine, { goal, view }, move, line) {
  const ask = async (name, question) => {
    const found = await engine.askHere(name, question);
    if (!found) throw new NoAnswer();
    return found;
  };
  const look = (position) => engine.analyse({ position, seconds: SECONDS });
  const play = (position, token) => ask("play", { position, move: token });
  const solver = view.turn;
  let position = view.position;
  for (const token of line) position = await play(position, token);
  const found = await look(position);
  let { value } = found.moves.find((each) => each.move === move);
  const kept = keeping(found, goal);
  if (!line.length) {
    // Only one first move keeps the goal.
    const proved = found.moves.some((each) => each.move === kept[0] && each.value.exact);
    if (!proved || kept.length !== 1) return null;
    if (move !== kept[0]) return { ...MISS, value };
  } else if (!kept.includes(move)) {
    if (value.exact) return { ...MISS, value };
    // A search that has found a win may not have searched the other moves.
    value = (await look(await play(position, move))).moves[0].value;
    if (!value.exact || value.seats[solver - 1] < SHARE[goal]) return { ...MISS, value };
  }
  if (goal === "best") return { right: true, value, reply: [], solved: true }; // then the dice decide
  return { right: true, value, ...(await resist(ask, look, play, await play(position, move), solver, goal)) };
}

/** The best replies until it is the solver's turn again, and whether the puzzle is solved. */
async function resist(ask, look, play, first, solver, goal) {
  const reply = [];
  let at = await ask("position", { position: first });
  while (!at.outcome && at.turn !== solver) {
    const { best } = await look(at.position);
    reply.push(best);
    at = await ask("position", { position: await play(at.position, best) });
  }
  if (at.outcome) return { reply, solved: true };
  const left = await look(at.position);
  return { reply, solved: keeping(left, goal).length === left.moves.length };
}
