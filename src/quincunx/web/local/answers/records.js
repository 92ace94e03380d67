// A record as a match to study.

import { gamesIn, readRecord } from "../record/reading.js";
import { lawFor } from "../rules/load.js";
import { suitsOf } from "../table/seats.js";

/** The plies of a record's match, as a single line; the page analyses them itself. */
export async function study({ record }, line) {
  const law = await lawFor(gamesIn(record));
  const { game, players, first, plies, result, why } = readRecord(law, record);
  const suits = suitsOf(
    players.map(() => ""),
    game.colours,
  );
  const winner = result.split("-").indexOf("1") + 1 || null;
  const made = result === "*" ? null : pointsAt(law, plies.at(-1)?.after ?? first, winner);
  const seats = players.map(({ name: said, kind }) => ({ name: said, kind: kind.split(" ")[0] }));
  line(matchOf(game, seats, suits, made, first, plies, result, why));
}

/** The points of each seat in a match; null in games that count only wins. */
export function pointsAt(law, position, winner) {
  const state = law.state(position);
  return state.points ? law.points(state, winner) : null;
}

/** A match in the form of the first line of `/api/study`. */
export function matchOf({ spec, title }, seats, suits, made, start, plies, result, why) {
  return {
    ...{ game: spec, title, start, result, why },
    seats: seats.map(({ name, kind }, i) => ({ seat: i + 1, name, kind, suit: suits[i], made: made?.[i] ?? null })),
    plies: plies.map(({ seat, kind, token, after }) => ({ seat, kind, token, position: after })),
  };
}
