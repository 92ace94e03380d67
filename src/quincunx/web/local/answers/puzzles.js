// The list of puzzles, without the rules.

import { draws } from "../../engine/draws.js";
import { data } from "../data.js";
import { nameOf } from "../rules/refused.js";

/** A puzzle without its position and answer. */
export const plain = ({ id, game, title, goal, grade }) => ({ id, game, title, goal, grade });

export const puzzles = async () => (await data("puzzles.json")).map(plain);

/** The puzzle of the day, the same for everybody. */
export async function dailyPuzzle() {
  const today = new Date().toISOString().slice(0, 10);
  const found = draws(today, "puzzle").choice(await data("puzzles.json"));
  const { position } = found;
  const game = position.split(" ")[0];
  const state = { game, position, turn: 1, actor: 1, phase: "", moves: [], outcome: null };
  return { ...plain(found), moves_to_end: found.moves_to_end, view: await pictured(state) };
}

/** A position with its picture, parsed from its text without the core. */
export async function pictured(state) {
  const { picture } = await import(`../../games/${nameOf(state.game)}/position.js`);
  return { ...state, ...picture(state) };
}
