// Actions at a table, like `quincunx.table.table`. Each function returns the table with the new events added, or throws
// Refused and changes nothing.

import { deadline, firstMoveDeadline } from "./clock.js";
import { after, isOver, openTable, outcomeOf, scorer, stateOf } from "./fold.js";
import { Refused } from "../rules/refused.js";
import { roll as drawRoll } from "../rules/rules.js";

export { isOver, openTable, outcomeOf, stateOf };

const CHANCE = 0;
const NONCE = /^[A-Za-z0-9._-]{1,64}$/;

const message = (code, args = {}) => ({ code, args });
const refuse = (reason) => {
  if (reason) throw new Refused(reason.code, reason.args);
};
const numbers = (table) => table.seats.map((_, i) => i + 1);
const added = (table, event, at, more = {}) => after(table, { event, at, ...more });

// Queries

export function seatAt(table, number) {
  if (!(number >= 1 && number <= table.game.seats)) refuse(message("law.no-seat", { number, seats: table.game.seats }));
  const seat = table.seats[number - 1];
  if (!seat) refuse(message("table.open", { seat: number }));
  return seat;
}

export const living = (table) => stateOf(table).living;
const plays = (table, seat) => living(table).includes(seat);
const rolls = (table) => table.events.filter(({ event }) => event === "Rolled").length;

/** Whether at least two players are people. */
export const betweenPeople = (table) =>
  new Set(table.seats.filter((seat) => seat && seat.kind !== "computer").map(({ player }) => player)).size > 1;

export const hintsAllowed = (table) => isOver(table) || table.hintsAgreed || !betweenPeople(table);

export const scorerOf = (table, number) => {
  seatAt(table, number);
  return scorer(table.seats, number);
};

// Joining and starting

export function sit(table, number, who, now) {
  if (!(number >= 1 && number <= table.game.seats)) refuse(message("law.no-seat", { number, seats: table.game.seats }));
  const taken = table.seats[number - 1];
  if (taken) refuse(message("table.taken", { name: taken.name, number }));
  if (isOver(table)) refuse(message("law.over"));
  return added(table, "Sat", now, { seat: number, who });
}

/** Gives a seat to another player. */
export function takeOver(table, number, who, now) {
  seatAt(table, number);
  refuse(whyNotGoOn(table, number));
  return added(table, "Sat", now, { seat: number, who });
}

export function rename(table, number, name, now) {
  return seatAt(table, number).name === name ? table : added(table, "Renamed", now, { seat: number, name });
}

export function begin(table, now, firstMovesTimed = false) {
  if (table.began) refuse(message("table.began"));
  for (const number of numbers(table)) seatAt(table, number);
  return added(table, "Began", now, { first_moves_timed: firstMovesTimed });
}

export function sendNonce(table, number, nonce, now) {
  seatAt(table, number);
  if (!table.game.hasDice) refuse(message("table.no-dice", { game: table.game.title }));
  if (rolls(table) > table.setup.brought) refuse(message("table.nonce.late"));
  if (table.nonces[number - 1]) refuse(message("table.nonce.twice", { seat: number }));
  if (!NONCE.test(nonce)) refuse(message("table.nonce.form"));
  return added(table, "SentNonce", now, { seat: number, nonce });
}

// Playing

export function move(table, number, typed, now) {
  inPlay(table, number, now);
  const { actor, turn } = stateOf(table);
  if (actor === CHANCE && turn === number) refuse(message("law.roll-first"));
  if (actor !== number) refuse(message("table.turn", { seat: number, next_seat: turn }));
  return added(table, "Moved", now, { seat: number, move: table.rules.typed(table.game.spec, typed) });
}

export function roll(table, number, now) {
  inPlay(table, number, now);
  const state = stateOf(table);
  if (state.actor !== CHANCE) refuse(message("table.no-roll"));
  if (state.turn !== number) refuse(message("table.turn", { seat: number, next_seat: state.turn }));
  const { token, faces } = drawRoll(table.setup.dice_seed, table.nonces, rolls(table) + 1, state);
  return added(table, "Rolled", now, { seat: number, roll: token, faces });
}

export function resign(table, number, now) {
  inPlay(table, number, now);
  return added(table, "Resigned", now, { seat: number });
}

/** When to call `expire`: a clock runs out, or a first move becomes overdue. */
export function dueAt(table) {
  if (!table.clock || isOver(table)) return null;
  return table.clock.running === null ? firstMoveDue(table) : deadline(table.clock);
}

/** The deadline for the awaited first move; computers have none. */
export function firstMoveDue({ clock, seats }) {
  if (!clock || clock.awaited === null || seats[clock.awaited - 1].kind === "computer") return null;
  return firstMoveDeadline(clock);
}

/** Flags the seat whose clock ran out, or abandons a match whose first move is overdue. */
export function expire(table, now) {
  const due = dueAt(table);
  if (due !== null && table.clock.awaited && now >= due) return added(table, "Abandoned", now, { why: "first-move" });
  const seat = late(table, now);
  if (seat === null) refuse(message("table.not-late"));
  return added(table, "Flagged", now, { seat });
}

/** Restores the seconds for which the clock should have been stopped. */
export function credit(table, seconds, now) {
  const { clock } = table;
  if (!clock || (clock.running === null && clock.awaited === null)) refuse(message("table.no-clock"));
  return added(table, "Reopened", now, { closed: seconds });
}

export function forfeit(table, number, now) {
  inPlay(table, number, now);
  return added(table, "Forfeited", now, { seat: number });
}

export function abandon(table, now, why = "") {
  if (isOver(table)) refuse(message("law.over"));
  return added(table, "Abandoned", now, { why });
}

// Requests

export function ask(table, number, what, now) {
  seatAt(table, number);
  refuse(whyNotAsk(table, number, now, whyNotPlay(table, number, now))[what]);
  return ifAgreed(added(table, "Asked", now, { seat: number, what }), now);
}

export function answer(table, number, yes, now) {
  if (table.question?.what !== "rematch") inPlay(table, number, now);
  if (!table.question) refuse(message("table.no-question"));
  if (yes && !mustAnswer(table).includes(number)) refuse(message("table.no-answer", { seat: number }));
  const answered = added(table, "Answered", now, { seat: number, yes });
  return yes ? ifAgreed(answered, now) : answered;
}

/** The seats whose consent is still missing: those of other players, and for a draw computers too. */
export function mustAnswer(table) {
  const { question } = table;
  if (!question) return [];
  const asker = seatAt(table, question.seat).player;
  return (question.what === "rematch" ? numbers(table) : living(table)).filter((number) => {
    const { player, kind } = seatAt(table, number);
    const counts = question.what === "draw" || kind !== "computer";
    return !question.agreed.includes(number) && player !== asker && counts;
  });
}

/** For each request, why a seat cannot make it now, or null. `refusal` is why it cannot play, or null. */
export function whyNotAsk(table, number, now, refusal) {
  const asked = table.question && message("table.asked", { seat: table.question.seat });
  const afterwards = (isOver(table) ? whyNotPlay(table, number, now, true) : refusal) ?? asked;
  const why = refusal ?? asked;
  return {
    undo: afterwards ?? undoable(table, number).reason,
    redo: why ?? (table.undone.length ? null : message("table.no-redo")),
    draw: why ?? (table.game.agreedDraws ? null : message("table.no-draws", { game: table.game.title })),
    hints: why ?? (hintsAllowed(table) ? message("table.hints") : null),
    abandon: why,
  };
}

/** How many plies to undo to the player's last decision, or why that is not possible. */
function undoable(table, number) {
  const no = (reason) => ({ count: 0, reason });
  if (table.verdict || table.abandoned || (isOver(table) && betweenPeople(table))) return no(message("law.over"));
  for (const [i, { kind, seat }] of [...table.plies].reverse().entries()) {
    if (kind === "roll") return no(message("table.rolled"));
    if (kind === "left") return no(message("table.left", { seat }));
    if (samePlayer(table, seat, number)) return { count: i + 1, reason: null };
  }
  return no(message("table.no-undo", { seat: number }));
}

/** How many plies to redo to the player's next decision. */
function redoable(table, number) {
  const { undone, rules } = table;
  for (let count = 1; count < undone.length; count += 1)
    if (samePlayer(table, rules.state(undone.at(-count).after).actor, number)) return count;
  return undone.length;
}

const samePlayer = (table, one, other) =>
  one === other || (numbers(table).includes(one) && seatAt(table, one).player === seatAt(table, other).player);

function ifAgreed(table, now) {
  const { question } = table;
  if (!question || mustAnswer(table).length) return table;
  const { seat, what, first } = question;
  if (what === "undo") return added(table, "TookBack", now, { count: undoable(table, seat).count });
  if (what === "redo") return added(table, "Redid", now, { count: redoable(table, seat) });
  if (what === "draw") return added(table, "AgreedDraw", now);
  if (what === "hints") return added(table, "AllowedHints", now);
  if (what === "abandon") return added(table, "Abandoned", now, { why: "" });
  return added(table, "AgreedRematch", now, { first });
}

// Rematches

/** The seat that goes first in a rematch by default: the next one; null if the game draws it at random. */
const nextFirst = (table) =>
  table.game.drawsFirst ? null : (table.rules.state(table.first).turn % table.game.seats) + 1;

/** Offers a rematch in which the seat `first` begins (null: the default), or accepts the same offer from another. */
export function offerRematch(table, number, first, now) {
  if (!isOver(table)) refuse(message("table.not-over"));
  for (const each of [...numbers(table), number, first ?? 1]) seatAt(table, each);
  const offered = table.question;
  const wanted = first ?? nextFirst(table);
  if (offered && mustAnswer(table).includes(number) && wanted === offered.first)
    return answer(table, number, true, now);
  if (offered) refuse(message("table.asked", { seat: offered.seat }));
  return ifAgreed(added(table, "OfferedRematch", now, { seat: number, first: wanted }), now);
}

/** Each seat's points in this match; null until it ends, or if it was abandoned. */
export function pointsOf(table) {
  const outcome = outcomeOf(table);
  return outcome && table.rules.points(stateOf(table), outcome.winner);
}

const seriesOf = ({ played, drawn, points, target }) => ({ played, drawn, points, target });

/** The series including this match, if it has a result. */
function seriesAfter(table) {
  const outcome = outcomeOf(table);
  const before = seriesOf(table.setup);
  if (!outcome) return before;
  const points = { ...before.points };
  pointsOf(table).forEach((more, i) => {
    const player = scorerOf(table, i + 1);
    points[player] = (points[player] ?? 0) + more;
  });
  return { ...before, played: before.played + 1, drawn: before.drawn + (outcome.winner === null), points };
}

/** The sole leader in points if the target is reached, or null. */
function leaderOf({ points, target }) {
  const best = Math.max(0, ...Object.values(points));
  const leaders = Object.keys(points).filter((player) => points[player] === best);
  return target && best >= target && leaders.length === 1 ? leaders[0] : null;
}

/** The seat whose player won the series with this match, or null. */
export function seriesWinner(table) {
  const winner = isOver(table) ? leaderOf(seriesAfter(table)) : null;
  return winner === null ? null : (numbers(table).find((number) => scorerOf(table, number) === winner) ?? null);
}

/** The setup of the next match in the series, or of the first in a new one if this match decided it. */
export function rematch(table, seed, diceSeed, first = null) {
  if (!isOver(table)) refuse(message("table.not-over"));
  let players = numbers(table).map((number) => seatAt(table, number));
  let series = seriesAfter(table);
  if (leaderOf(series) !== null) series = { played: 0, drawn: 0, points: {}, target: series.target };
  const begins = first ?? nextFirst(table);
  let game = table.game.spec;
  if (begins !== null) {
    seatAt(table, begins);
    const chosen = table.game.withFirst(begins);
    if (chosen === null) players = [...players.slice(begins - 1), ...players.slice(0, begins - 1)];
    game = chosen ?? game;
  }
  const { pace } = table.setup;
  return { game, seats: players, seed, dice_seed: diceSeed, pace, start: null, ...series, brought: 0 };
}

// Refusals

function late({ clock }, now) {
  const ends = clock && deadline(clock);
  return ends !== null && now >= ends ? clock.running : null;
}

/** Why a seat cannot play (or resign) now, regardless of whose turn it is; null if it can. */
export function whyNotPlay(table, number, now, evenOver = false) {
  if (!table.began) return message("table.not-begun");
  const gone = evenOver && isOver(table) ? null : whyNotGoOn(table, number);
  if (gone) return gone;
  const seat = late(table, now);
  return seat === null ? null : message("table.late", { seat });
}

function whyNotGoOn(table, number) {
  if (isOver(table)) return message("law.over");
  return table.began && !plays(table, number) ? message("table.eliminated", { seat: number }) : null;
}

function inPlay(table, number, now) {
  seatAt(table, number);
  refuse(whyNotPlay(table, number, now));
}

/** What a computer has to do next: `seat`, and `kind` (`answer`, `roll` or `move`); null if nothing. */
export function pendingAction(table) {
  if (!table.began || isOver(table)) return null;
  const asked = mustAnswer(table).find((number) => seatAt(table, number).kind === "computer");
  if (asked) return { seat: asked, kind: "answer" };
  const { turn, actor } = stateOf(table);
  if (seatAt(table, turn).kind !== "computer") return null;
  return { seat: turn, kind: actor === CHANCE ? "roll" : "move" };
}
