// Converts a record's match into the setup and events of a table, like the server's import.

import { newClock, readPace, turned } from "../table/clock.js";

const NOBODY = -1;
const LEAVING = { resigned: "Resigned", time: "Flagged", absent: "Forfeited" };

/** The events of a record, beginning at time `from` and spaced according to its clocks. */
export function eventsOf(rules, record, from) {
  let at = from;
  const known = record.dice?.seed && record.why ? record.dice : null;
  const events = (known?.nonces ?? []).flatMap((nonce, i) =>
    nonce ? [{ event: "SentNonce", at, seat: i + 1, nonce }] : [],
  );
  events.push({ event: "Began", at, first_moves_timed: true });
  let clock = record.clock && { ...newClock(readPace(record.clock), record.game.seats) };
  if (clock) clock = { ...clock, running: rules.state(record.first).turn, since: at };
  for (const { seat, kind, token, clock: left, why, before, after } of record.plies) {
    if (clock && left !== null) at = clock.since + Math.max(0, clock.left[seat - 1] - (left + 0.5) / 10);
    if (clock) {
      const { turn } = rules.state(after);
      const next = turn === NOBODY ? null : turn;
      clock = turned(clock, next, at, next !== rules.state(before).turn && kind !== "left");
    }
    if (kind === "left") events.push({ event: LEAVING[why], at, seat });
    else if (kind === "move") events.push({ event: "Moved", at, seat, move: token });
    else events.push({ event: "Rolled", at, seat, roll: token, faces: facesOf(Number(token)) });
  }
  return [...events, ...ended(record, at)];
}

/** Any two dice with this sum, which is all that the record has. */
function facesOf(total) {
  const low = Math.max(1, total - 6);
  return [low, total - low];
}

/** The event that ended the match, if the rules did not. */
function ended({ over, why, result }, at) {
  if (over) return [];
  if (LEAVING[why]) return [{ event: LEAVING[why], at, seat: 1 + Number(result.startsWith("1")) }];
  if (why === "agreed") return [{ event: "AgreedDraw", at }];
  return why === "abandoned" ? [{ event: "Abandoned", at, why: "" }] : [];
}

/** The setup of a table for a record's match; `seatOf(number, player)` returns who sits there. */
export function setupOf(record, seatOf, newSeed) {
  const { game, seed, start, first, clock, dice, plies, why } = record;
  const known = dice?.seed && why ? dice : null;
  const rolls = plies.filter(({ kind }) => kind === "roll").length;
  return {
    game: game.spec,
    seats: record.players.map((player, i) => seatOf(i + 1, player)),
    seed: seed ?? newSeed(),
    dice_seed: known?.seed ?? newSeed(),
    pace: clock,
    start: seed === null && game.startIsDrawn ? first : start,
    played: 0,
    drawn: 0,
    points: {},
    target: 0,
    brought: known ? known.after : rolls,
  };
}
