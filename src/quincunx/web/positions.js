// Positions read from their text, for games that bring a module for that: a page then needs no view from the server.

import * as api from "./api.js";
import { exampleOf, modules, nameOf } from "./games.js";

const { positions = "" } = document.documentElement.dataset;

/** What reads the positions of a game: `picture(state)`, and perhaps `steps(before, move)`; null where the game brings
 * none. */
export async function reader(game) {
  const name = nameOf(game);
  const here = positions.split(" ").includes(name) ? name : "";
  return (await modules(here, () => import(`./games/${name}/position.js`))).get(name) ?? null;
}

/** The view of a position, for a picture; without one, of that which shows what the game looks like. */
export async function exampleView(game, position = exampleOf(game)) {
  const read = await reader(game.name);
  if (!read) return (await api.position(position)).view;
  const state = { game: position.split(" ")[0], position, turn: 1, phase: "", moves: [], outcome: null };
  return { ...state, ...read.picture(state) };
}
