// Folds events into a table, like `quincunx.table.fold`. Setup and events are in the server's storage format;
// everything else is derived from them.

import { leftAt, moved, newClock, readPace, shifted, turned } from "./clock.js";
import { Refused } from "../rules/refused.js";

const NOBODY = -1;

/** A new table, or a stored one replayed from its events. */
export function openTable(rules, setup, events = []) {
  const game = rules.game(setup.game);
  if (setup.seats.length !== game.seats)
    throw new Refused("table.seats", { game: game.spec, seats: game.seats, n: setup.seats.length });
  if (setup.start && rules.state(setup.start).game !== game.spec)
    throw new Refused("record.start", { start: rules.state(setup.start).game, game: game.spec });
  const table = {
    rules,
    game,
    setup,
    first: rules.state(setup.start ?? game.start(setup.seed)).position,
    events: [],
    seats: setup.seats,
    began: false,
    plies: [],
    undone: [],
    question: null,
    nonces: Array(game.seats).fill(""),
    clock: setup.pace ? newClock(readPace(setup.pace), game.seats) : null,
    hintsAgreed: false,
    verdict: null,
    abandoned: false,
    abandonedWhy: "",
  };
  return events.reduce(after, table);
}

/** The state of the current position, from `rules.state`. */
export const stateOf = (table) => table.rules.state(table.plies.at(-1)?.after ?? table.first);
export const outcomeOf = (table) => table.verdict ?? stateOf(table).outcome;
export const isOver = (table) => table.abandoned || outcomeOf(table) !== null;

/** Who gets a seat's points in a series: the player, or each name if one player has several seats. */
export function scorer(seats, number) {
  const { player, name } = seats[number - 1];
  const alone = seats.filter((seat) => seat?.player === player).length === 1;
  return alone ? player : `${player}/${name}`;
}

export function after(table, event) {
  const folded = { ...table, ...changes(table, event), events: [...table.events, event] };
  return folded.clock && folded.began ? { ...folded, clock: clockAfter(table, folded, event) } : folded;
}

const at = (list, number, value) => list.map((old, i) => (i === number - 1 ? value : old));

const FOLDS = {
  Moved: (table, { seat, move, at: now }) =>
    played(table, seat, move, table.rules.play(here(table), move), "move", now),
  Rolled: (table, { seat, roll, at: now }) =>
    played(table, seat, roll, table.rules.play(here(table), roll), "roll", now),
  Sat: (table, { seat, who }) => ({ seats: at(table.seats, seat, who), question: null }),
  Renamed: renamed,
  Began: () => ({ began: true }),
  SentNonce: (table, { seat, nonce }) => ({ nonces: at(table.nonces, seat, nonce) }),
  TookBack(table, { count }) {
    const keep = table.plies.length - count;
    const undone = [...table.undone, ...table.plies.slice(keep).reverse()];
    return { plies: table.plies.slice(0, keep), undone, question: null };
  },
  Redid(table, { count }) {
    const keep = table.undone.length - count;
    const plies = [...table.plies, ...table.undone.slice(keep).reverse()];
    return { plies, undone: table.undone.slice(0, keep), question: null };
  },
  Asked: (table, { seat, what }) => ({ question: asked(table, seat, what) }),
  Answered(table, { seat, yes }) {
    if (!table.question || !yes) return { question: null };
    const { agreed } = table.question;
    return { question: { ...table.question, agreed: [...agreed.filter((other) => other !== seat), seat] } };
  },
  AgreedDraw: (table) => ({ question: null, verdict: verdict(table, null, "agreed", {}) }),
  AllowedHints: () => ({ question: null, hintsAgreed: true }),
  Resigned: (table, { seat, at: now }) => left(table, seat, "resigned", now),
  Flagged: (table, { seat, at: now }) => left(table, seat, "time", now),
  Forfeited: (table, { seat, at: now }) => left(table, seat, "absent", now),
  Abandoned: (_, { why }) => ({ question: null, abandoned: true, abandonedWhy: why }),
  OfferedRematch: (table, { seat, first }) => ({ question: { ...asked(table, seat, "rematch"), first } }),
  AgreedRematch: () => ({ question: null }),
  Reopened: () => ({}),
};

const here = (table) => stateOf(table).position;

function changes(table, event) {
  const fold = FOLDS[event.event];
  if (!fold) throw new Refused("table.event", { written: JSON.stringify(event) });
  return fold(table, event);
}

const asked = (table, seat, what) => ({ seat, what, asked: table.events.length + 1, agreed: [], first: null });

function played(table, seat, token, position, kind, now) {
  const left = table.clock ? leftAt(table.clock, seat, now) : null;
  return { plies: [...table.plies, { seat, token, kind, left, after: position }], undone: [], question: null };
}

/** Renames a seat and moves its points in the series to the new name. */
function renamed(table, { seat, name }) {
  const seats = at(table.seats, seat, { ...table.seats[seat - 1], name });
  const [before, now] = [scorer(table.seats, seat), scorer(seats, seat)];
  const points = Object.entries(table.setup.points).map(([player, n]) => [player === before ? now : player, n]);
  return { seats, setup: { ...table.setup, points: Object.fromEntries(points) } };
}

function verdict(table, winner, why, args) {
  const code = `table.outcome.${why}`;
  const score = table.rules.scoreOf(table.game.seats, winner);
  return { score, winner, why, code, args, reason: table.rules.say(code, args), squares: [] };
}

function left(table, seat, why, now) {
  if (table.game.seats === 2) return { question: null, verdict: verdict(table, 3 - seat, why, { seat }) };
  return played(table, seat, `out${seat}:${why}`, table.rules.leave(here(table), seat), "left", now);
}

/** The clock after an event, running for the seat to move. */
function clockAfter(before, folded, event) {
  const { turn } = stateOf(folded);
  const { clock } = folded;
  if (event.event === "Began") {
    const unmoved = event.first_moves_timed ? [] : folded.seats.map((_, i) => i + 1);
    return turned({ ...clock, unmoved }, turn, event.at, false);
  }
  if (event.event === "Reopened") return shifted(clock, event.closed);
  const running = isOver(folded) || turn === NOBODY ? null : turn;
  const isPly = event.event === "Moved" || event.event === "Rolled";
  const completed = isPly && stateOf(before).turn !== turn;
  const made = event.event === "Moved" || (event.event === "Rolled" && completed);
  return turned(made ? moved(clock, event.seat) : clock, running, event.at, completed);
}
