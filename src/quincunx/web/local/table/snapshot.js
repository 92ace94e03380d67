// Snapshots of a table in the form of the protocol (docs/protocol.md), like the server's, for a page where all its
// people play.

import { deadline, leftAt } from "./clock.js";
import { commitment } from "../rules/rules.js";
import {
  firstMoveDue,
  hintsAllowed,
  isOver,
  living,
  mustAnswer,
  outcomeOf,
  pointsOf,
  scorerOf,
  seriesWinner,
  stateOf,
  whyNotAsk,
  whyNotPlay,
} from "./table.js";

const CHANCE = 0;

const milliseconds = (seconds) => (seconds === null ? null : Number(seconds.toFixed(3)));
const message = (code, args = {}) => ({ code, args });

/** `room` has `id`, the seats' `suits`, `player`, `owner`, `next`, `previous`, `trouble`. */
export function snapshot(table, room, now) {
  const state = stateOf(table);
  const outcome = outcomeOf(table);
  const { question, clock, setup } = table;
  const mine = table.seats.flatMap((seat, i) =>
    seat?.kind !== "computer" && seat?.player === room.player ? [i + 1] : [],
  );
  return {
    id: room.id,
    version: table.events.length,
    game: table.game.spec,
    title: table.game.title,
    listed: false,
    began: table.began,
    over: isOver(table),
    abandoned: table.abandoned,
    abandoned_why: table.abandonedWhy ? explained(table, message(`table.abandoned.${table.abandonedWhy}`)) : null,
    outcome,
    question: question && {
      id: question.asked,
      seat: question.seat,
      what: question.what,
      agreed: [...question.agreed].sort(),
      waiting: mustAnswer(table),
      first: question.first,
    },
    clock: clock && {
      pace: clock.pace.text,
      running: clock.running,
      deadline: milliseconds(deadline(clock)),
      awaited: clock.awaited,
      first_move_deadline: milliseconds(firstMoveDue(table)),
    },
    series: {
      played: setup.played,
      drawn: setup.drawn,
      target: setup.target || null,
      winner: seriesWinner(table),
      counts_points: Boolean(state.points),
    },
    hints: hintsAllowed(table),
    dice: table.game.hasDice ? dice(table) : null,
    seed: isOver(table) ? setup.seed : null,
    state: table.rules.view(state.position),
    history: table.plies.map(plyView),
    last: last(table),
    seats: table.seats.map((_, i) => seatView(table, room, i + 1, now)),
    spectators: 0,
    trouble: room.trouble ?? null,
    next: room.next ?? null,
    previous: room.previous ?? null,
    now: milliseconds(now),
    owner: true,
    mine,
    may: Object.fromEntries(mine.map((seat) => [seat, may(table, seat, now)])),
    invites: {},
    watch: null,
    chat: [],
  };
}

const plyView = ({ seat, kind, token, left }) => ({ seat, kind, token, left: milliseconds(left) });

const explained = (table, { code, args }) => ({ code, args, reason: table.rules.say(code, args) });

function dice(table) {
  return {
    hash: commitment(table.setup.dice_seed),
    nonces: table.nonces,
    brought: table.setup.brought,
    seed: isOver(table) ? table.setup.dice_seed : null,
    faces: table.events.findLast(({ event }) => event === "Rolled")?.faces ?? null,
  };
}

function seatView(table, room, number, now) {
  const seat = table.seats[number - 1];
  const suit = room.suits[number - 1];
  if (!seat)
    return {
      ...{ seat: number, open: true, name: "", kind: "open", level: "", colour: "", plays: true, points: 0 },
      ...{ made: null, left: null, suit, present: false, away: null },
    };
  return {
    seat: number,
    open: false,
    name: seat.name,
    kind: seat.kind,
    level: seat.level,
    colour: seat.colour,
    plays: living(table).includes(number),
    points: table.setup.points[scorerOf(table, number)] ?? 0,
    made: pointsOf(table)?.[number - 1] ?? null,
    left: table.clock && milliseconds(leftAt(table.clock, number, now)),
    suit,
    present: true,
    away: null,
  };
}

/** For each action of a seat, why it is not allowed, or null. */
function may(table, seat, now) {
  const refusal = whyNotPlay(table, seat, now);
  const { turn, actor } = stateOf(table);
  const notTurn = turn === seat ? null : message("table.turn", { seat, next_seat: turn });
  const chance = actor === CHANCE;
  const reasons = {
    move: refusal ?? notTurn ?? (chance ? message("law.roll-first") : null),
    roll: refusal ?? (chance ? notTurn : message("table.no-roll")),
    resign: refusal,
    ...whyNotAsk(table, seat, now, refusal),
    answer: mustAnswer(table).includes(seat) ? null : message("table.no-answer", { seat }),
    rematch: isOver(table) ? null : message("table.not-over"),
  };
  return Object.fromEntries(Object.entries(reasons).map(([what, why]) => [what, why && explained(table, why)]));
}

/** The last event, and for a move the views in between. */
function last(table) {
  const event = table.events.at(-1);
  if (!event) return null;
  const at = milliseconds(event.at);
  if (event.event === "Sat") return { event: "Sat", seat: event.seat, name: event.who.name, kind: event.who.kind, at };
  if (event.event === "Rolled") return { ...event, left: milliseconds(table.plies.at(-1).left), at };
  if (event.event === "Moved") {
    const steps = stepsOf(table, table.plies.length);
    return { ...event, left: milliseconds(table.plies.at(-1).left), at, steps };
  }
  if (event.event === "Answered") {
    const asked = table.events.findLast(({ event: kind }) => kind === "Asked" || kind === "OfferedRematch");
    return { ...event, what: asked.what ?? "rematch", asker: asked.seat, at };
  }
  return { ...event, at };
}

/** The views between ply n - 1 and ply n. */
export function stepsOf({ rules, plies, first }, n) {
  if (n === 0 || plies[n - 1].kind !== "move") return [];
  return rules.steps(n > 1 ? plies[n - 2].after : first, plies[n - 1].token);
}

/** The row of a table in the lobby. */
export function lobbyRow(table, room, now, { opened, updated }) {
  const { id, game, title, seats, began, over, outcome, state, clock, next, mine } = snapshot(table, room, now);
  const turn = began && !over ? state.turn : null;
  return {
    ...{ id, game, title, listed: false, began, over, outcome, position: state.position, next, turn, opened, updated },
    seats: seats.map((seat) => ({ ...seat, mine: mine.includes(seat.seat) })),
    my_turn: mine.includes(turn),
    pace: clock?.pace ?? null,
    plies: table.plies.length,
  };
}
