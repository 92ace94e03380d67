// My results against each level of the computer, kept in this browser.

import { set, setting } from "../../player.js";
import { text } from "../../text.js";

/** So many games are known by their tables: until then another result, as after an undo, replaces the first. */
const MOST_TABLES = 100;
const NOTHING = { won: 0, drawn: 0, lost: 0, points: 0, against: 0 };

/** All of them: `totals` by game and level, and the `tables` that were counted last. */
export const kept = () => setting("tally") ?? { tables: [], totals: {} };

/** My results against a level, or null before the first game. */
export const tallyOf = (game, level) => kept().totals[game]?.[level] ?? null;

/** My results as a sentence; empty before the first game. */
export function tallyWords(game, level) {
  const { won, drawn, lost } = tallyOf(game, level) ?? NOTHING;
  return won + drawn + lost ? text("web.tally.line", { won, drawn, lost }) : "";
}

/** How a game ended for me against computers alone, and at which levels; null while it counts for nothing. */
function resultOf(table) {
  const [me] = table.mine;
  const others = table.seats.filter(({ seat }) => seat !== me);
  if (table.mine.length !== 1 || others.some(({ kind }) => kind !== "computer")) return null;
  const { winner } = table.outcome ?? {};
  if (!table.over || winner === undefined) return { levels: [], counts: NOTHING };
  const made = table.series.counts_points ? table.seats.map((seat) => seat.made) : table.seats.map(() => 0);
  const points = made[me - 1];
  return {
    levels: [...new Set(others.map(({ level }) => level))],
    counts: {
      won: Number(winner === me),
      drawn: Number(winner === null),
      lost: Number(winner !== null && winner !== me),
      points,
      against: made.reduce((sum, more) => sum + more, 0) - points,
    },
  };
}

function add(totals, game, { levels, counts }, sign) {
  const all = { ...totals[game] };
  for (const level of levels) {
    const before = all[level] ?? NOTHING;
    all[level] = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, before[key] + sign * counts[key]]));
  }
  return { ...totals, [game]: all };
}

/** Counts a game that I have seen going on, once it is over. */
export function countResult(table) {
  const game = table.game.split(":")[0];
  const result = resultOf(table);
  const { tables, totals } = kept();
  const known = tables.find(({ id }) => id === table.id);
  if (!result || (!known && table.over)) return;
  if (JSON.stringify(known?.result) === JSON.stringify(result)) return;
  const less = known ? add(totals, game, known.result, -1) : totals;
  set("tally", {
    tables: [{ id: table.id, result }, ...tables.filter(({ id }) => id !== table.id)].slice(0, MOST_TABLES),
    totals: add(less, game, result, 1),
  });
}
