// Parses positions in the page, for games with a module for that, so that no view from the server is needed.

import * as api from "./api.js";
import { exampleOf, modules, nameOf } from "./games.js";

const { positions = "" } = document.documentElement.dataset;

/** A game's position parser, with `picture(state)` and optionally `steps(before, move)`; null if it has none. */
export async function reader(game) {
  const name = nameOf(game);
  const here = positions.split(" ").includes(name) ? name : "";
  return (await modules(here, () => import(`./games/${name}/position.js`))).get(name) ?? null;
}

/** The view of a position, by default of the game's example. */
export async function exampleView(game, position = exampleOf(game)) {
  const read = await reader(game.name);
  if (!read) return (await api.position(position)).view;
  const state = { game: position.split(" ")[0], position, turn: 1, phase: "", moves: [], outcome: null };
  return { ...state, ...read.picture(state) };
}
