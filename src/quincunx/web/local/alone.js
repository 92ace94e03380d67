// The API functions that need neither a server nor a table: games, rules, positions, puzzles, and records to study.
// Code that needs the rules is loaded on first use.

import { answering } from "./answers/answering.js";
import { data } from "./data.js";
import * as list from "./answers/puzzles.js";

/** A function that needs the rules. */
const judged = (name) => answering(async (...asked) => (await import("./answers/positions.js"))[name](...asked));

export const games = answering(() => data("games.json"));
export const rules = answering((name) => data(`rules/${name}.md`));
export const puzzles = answering(list.puzzles);
export const dailyPuzzle = answering(list.dailyPuzzle);

export const game = judged("game");
export const position = judged("position");
export const moves = judged("moves");
export const rollDice = judged("rollDice");
export const palette = judged("palette");
export const analysis = judged("analysis");
export const puzzle = judged("puzzle");
export const tryPuzzle = judged("tryPuzzle");
/** Records only: there are no tables here. */
export const study = answering(async (...asked) => (await import("./answers/records.js")).study(...asked));
