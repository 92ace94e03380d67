// Opening a table: with the settings of the form, with those used last, or with those of another table.

import { goTo } from "../../addresses.js";
import * as api from "../../api.js";
import { lastChoice, rememberChoice } from "../../player.js";
import { text } from "../../text.js";
import { myName } from "../player/name.js";

/** The level of a computer where none was chosen yet. */
export const LEVEL = "medium";

/** The level of the computer that was chosen last for a game; medium at first. */
export function lastLevel(game, kept = lastChoice(game.name) ?? {}) {
  const level = kept.level ?? kept.seats?.find(({ kind }) => kind === "computer")?.level;
  return game.levels.some(({ name }) => name === level) ? level : LEVEL;
}

/** A computer's level was changed in the middle of a game: the next one begins with it. */
export function rememberLevel(game, before, level) {
  const kept = lastChoice(game) ?? {};
  const isComputer = ({ kind }) => kind === "computer";
  const seats = kept.seats?.map((seat) => (isComputer(seat) && seat.level === before ? { ...seat, level } : seat));
  rememberChoice(game, { ...kept, level: seats?.find(isComputer)?.level ?? level, ...(seats ? { seats } : {}) });
}

/** The description of a level. */
export function aboutLevel({ about, rating }) {
  return rating ? text("web.level-rated", { about, rating }) : about;
}

/** The usual seats: me first, and the others as `company` says (`computer`, at a level, `here`, `friend`). */
export function newSeat(index, company, suits, level = LEVEL) {
  const suit = suits[index];
  if (index === 0) return { kind: "person", name: myName(), suit };
  if (company === "here") return { kind: "person", name: text("web.form.player", { n: index + 1 }), suit };
  return company === "friend" ? { kind: "open", suit } : { kind: "computer", level, suit };
}

/** A game with its options as the server reads it. */
export function written(game, options = {}) {
  const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return `${game.name}${chosen.length ? `:${chosen.join(",")}` : ""}`;
}

/** Seats as the server wants them. */
export const ordered = (seats) =>
  seats.map(({ kind, name, level, suit }) => {
    if (kind === "computer") return { kind, level, suit };
    return kind === "open" ? { kind, suit } : { kind, name: name?.trim() || undefined, suit };
  });

/** Who moves first, for a game that has no option for it: the order of the seats says it. */
export const startingWith = (starts, seats) => ({
  seats: starts === "second" ? [...seats.slice(1), seats[0]] : seats,
  shuffle: starts === "random",
});

/** Opens a table and goes there; rejects with the server's refusal. */
export async function openTable(request, go = goTo) {
  const { id } = await api.open(request);
  const waits = request.seats.some(({ kind }) => kind === "open" || kind === "bot");
  return go(`/t/${id}${waits ? "#invite" : ""}`);
}

/** Starts a game against the computer at once, as chosen last; opens the form if that is no longer possible. */
export async function playNow(game, go) {
  const kept = lastChoice(game.name) ?? {};
  const level = lastLevel(game, kept);
  const usual = (_, index) => newSeat(index, "computer", game.suits, level);
  const before = kept.seats ?? Array.from({ length: game.seats }, usual);
  const me = Math.max(
    0,
    before.findIndex(({ kind }) => kind === "person"),
  );
  const seats = before.map((seat, index) => {
    if (index === me) return { ...newSeat(0, "computer", game.suits), suit: seat.suit };
    return { kind: "computer", level: seat.kind === "computer" ? (seat.level ?? level) : level, suit: seat.suit };
  });
  const alone = before.every(({ kind }) => kind === "person" || kind === "computer");
  const hasFirst = game.options.some(({ key }) => key === "first");
  try {
    const request = {
      game: written(game, kept.options),
      ...startingWith(hasFirst ? "first" : kept.starts, ordered(seats)),
      listed: false,
      ...(alone && kept.pace ? { pace: kept.pace } : {}),
      ...(alone && kept.target ? { target: kept.target } : {}),
    };
    await openTable(request, go);
  } catch (refusal) {
    if (refusal.status !== 422) throw refusal;
    rememberChoice(game.name, { level });
    goTo(`/new?game=${game.name}&with=computer`);
  }
}

/** The request for a table like another one: the same game, seats and clock. */
export function sameAgain(table) {
  const seats = table.seats.map(({ seat, kind, name, level, suit }) => {
    if (kind === "person") return table.mine.includes(seat) ? { kind, name, suit } : { kind: "open", suit };
    return { kind, name, level, suit };
  });
  return {
    game: table.game,
    seats: ordered(seats),
    listed: table.listed,
    ...(table.clock ? { pace: table.clock.pace } : {}),
    ...(table.series.target ? { target: table.series.target } : {}),
  };
}
