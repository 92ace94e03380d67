// The API of a static site: the functions of ../api.js, answered in this browser. The rules come from the core, tables
// are kept in localStorage, and the engine runs in a worker. Code that needs the rules is loaded on first use, so that
// the first page appears quickly.

import { games } from "./alone.js";
import { answering } from "./answers/answering.js";
import { newSeed, newStored, seatFrom, shuffled, suitsOf } from "./table/seats.js";
import * as store from "./table/store.js";

export * from "./alone.js";

/** A function that needs the rules. */
const judged = (name) => answering(async (...asked) => (await import("./answers.js"))[name](...asked));

export const table = judged("table");
export const ply = judged("ply");
export const record = judged("record");
export const openRecord = judged("openRecord");
export const remove = judged("remove");
export const act = judged("act");
export const study = judged("study");

const replayed = judged("tables");

/** The tables of this browser, from their stored rows, or replayed if a row is missing. */
export const tables = answering(async () => {
  const stored = store.all();
  if (stored.some(({ summary }) => !summary)) return replayed();
  // Rows stored by older versions have the position in a view.
  const row = ({ summary: { view, position = view.position, ...rest } }) => ({ ...rest, position });
  return { open: [], playing: [], mine: stored.map(row), unavailable: [] };
});

/** The setup for a request; `colours` are the fixed colours of the game's pieces, if any. */
function setupFor({ game: spec, seats: wanted, shuffle, pace = null, start = null, target = 0 }, colours) {
  const seats = shuffle ? shuffled(wanted) : wanted;
  const dealt = colours.length ? colours : suitsOf(seats.map(({ suit }) => suit ?? ""));
  return {
    game: spec,
    seats: seats.map((seat, i) => seatFrom(i + 1, seat, dealt)),
    seed: newSeed(),
    dice_seed: newSeed(),
    ...{ pace, start, played: 0, drawn: 0, points: {}, target, brought: 0 },
  };
}

const checked = judged("open");

/** Opens a table. Without options there is nothing for the rules to check, so the game starts sooner. */
export const open = answering(async (request) => {
  const plain = (await games()).find(({ name, seats }) => name === request.game && seats === request.seats.length);
  if (!plain || request.start) return checked(request, setupFor);
  const { suits } = plain;
  return { id: store.place(newStored(setupFor(request, suits.length < 4 ? suits : []))) };
});

/** Follows a table: `page.table(whole)` is called after every change. */
export function follow(id, page) {
  const live = import("./answers.js").then((answers) => answers.follow(id, page));
  return { act: answering(async (what) => (await live).act(what)) };
}
