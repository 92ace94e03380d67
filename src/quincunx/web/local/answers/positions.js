// The API for games, positions and puzzles, answered by the rules in this page.

import { squares as gridSquares } from "../../boards/reading.js";
import { draws } from "../../engine/draws.js";
import { data } from "../data.js";
import { lawOf } from "../rules/load.js";
import { plain } from "./puzzles.js";
import { Refused } from "../rules/refused.js";
import { written } from "../rules/rules.js";
import { newSeed } from "../table/seats.js";

/** The levels of a game with its options. */
export async function levelsOf({ name, spec }) {
  const { all_levels, ratings, levels } = (await data("games.json")).find((game) => game.name === name);
  const plain = levels.map((level) => level.name);
  const own = all_levels.some((level) => !plain.includes(level.name))
    ? await import(`../../games/${name}/player.js`)
    : {};
  return all_levels
    .filter((level) => plain.includes(level.name) || own.isPerfect?.(spec))
    .map((level) => ({ ...level, rating: ratings[spec]?.[level.name] ?? null }));
}

export async function game(spec) {
  const law = await lawOf(spec);
  const chosen = law.game(spec);
  const view = law.view(law.state(chosen.start(newSeed())).position);
  const options = Object.fromEntries(chosen.declared.map((option) => [option.key, narrowed(law, chosen, option)]));
  const { spec: game, seats, startIsDrawn: random } = chosen;
  return { game, seats, random, view, levels: await levelsOf(chosen), options };
}

/** The values of an option that the other options allow; null if it has no effect with them. */
function narrowed(law, { name, options, idle }, { key, kind, choices, most }) {
  if (idle.includes(key)) return null;
  const allows = (value) => {
    try {
      return Boolean(law.game(written(name, { ...options, [key]: value })));
    } catch {
      return false;
    }
  };
  const down = (word) => Array.from({ length: most[word] }, (_, i) => most[word] - i);
  if (kind === "choice") return { choices: Object.keys(choices).filter(allows), most: {} };
  if (kind !== "counted") return { choices: null, most: {} };
  const largest = Object.fromEntries(
    Object.keys(choices).map((word) => [
      word,
      most[word] ? down(word).find((n) => allows(word + n)) : allows(word) ? 0 : undefined,
    ]),
  );
  const left = Object.entries(largest).filter(([, n]) => n !== undefined);
  return { choices: left.map(([word]) => word), most: Object.fromEntries(left.filter(([, n]) => n)) };
}

export async function position(text) {
  const law = await lawOf(text);
  return { view: law.view(law.state(text).position) };
}

export async function moves(text, list) {
  const law = await lawOf(text);
  let at = law.state(text);
  const views = [law.view(at.position)];
  let steps = [];
  for (const [n, move] of list.entries()) {
    try {
      const token = law.typed(at.game, move);
      const after = law.state(law.play(at.position, token));
      steps = law.steps(at.position, token);
      at = after;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, args } = error;
      const several = ["server.nth-move", { number: n + 1, reason: { code, args } }];
      throw new Refused(...(list.length > 1 ? several : [code, args]), { field: "moves", status: 422 });
    }
    views.push(law.view(at.position));
  }
  return { views, steps };
}

export async function rollDice(text) {
  const law = await lawOf(text);
  const { position: at, moves: rolls, weights } = law.state(text);
  if (!weights) throw new Refused("server.no-dice", {}, { status: 422 });
  const roll = draws(newSeed(), "roll").weighted(rolls, weights);
  return { roll, view: law.view(law.play(at, roll)) };
}

export async function palette(spec) {
  const law = await lawOf(spec);
  const { spec: game, name, options } = law.game(spec);
  const { palette_options } = (await data("games.json")).find((one) => one.name === name);
  const { palettes, boards } = await data("palettes.json");
  const [n, width, height] = boards[[name, ...palette_options.map((key) => options[key])].join("-")];
  const { squares = gridSquares(width, height), ...found } = palettes[n];
  const { empty, fields } = found;
  const rows = Array(squares.length / width).fill(empty.repeat(width));
  const rest = fields.map(({ parts }) => parts.map(({ choices }) => choices[0].text).join(""));
  const blank = [game, rows.join("/"), ...rest].join(" ");
  return { ...found, squares, width, game, blank: law.view(law.state(blank).position) };
}

export function analysis() {
  throw new Refused("web.local.engine");
}

// Puzzles

const whole = async (puzzle) => ({
  ...plain(puzzle),
  moves_to_end: puzzle.moves_to_end,
  view: (await position(puzzle.position)).view,
});

async function puzzleOf(id) {
  const found = (await data("puzzles.json")).find((puzzle) => puzzle.id === id);
  if (!found) throw new Refused("server.no-puzzle", { id }, { status: 404 });
  return found;
}

export const puzzle = async (id) => whole(await puzzleOf(id));
/** For when the engine could not prove enough: judges by the known first move. */
export async function tryPuzzle(id, { move, line }) {
  const right = !line.length && move === (await puzzleOf(id)).move;
  return { right, solved: right, reply: [], value: null };
}
