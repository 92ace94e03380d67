// Rows of tables in the lobby: who plays whom, which game, how it stands, and what one can do there.

import { nameOf } from "../../games.js";
import { texts } from "../../texts.js";
import { el, emblem } from "../common/element.js";
import { asSentence, nameAt, named } from "../table/model.js";

const SHOWN_SEATS = 2;

/** A section with a heading and rows; `rest` is where all of them are. */
export function tableSection(heading, rows, { id, rest, empty, level = "h2" } = {}) {
  return el(
    "section",
    { class: "tables", id, tabindex: id && -1 },
    el("div", { class: "tables-head" }, el(level, {}, heading), rest),
    rows.length ? el("ul", {}, rows) : el("p", { class: "small" }, empty),
  );
}

/** One table; `kind` is `mine`, `open` or `playing`, and says what the link at its end does. */
export function tableRow(table, kind) {
  const [words, address] = link(table, kind);
  return el(
    "li",
    { class: table.my_turn && !table.over ? "table-row mine-now" : "table-row" },
    el("span", { class: "players" }, players(table.seats)),
    el("span", { class: "game" }, table.title),
    el("span", { class: "standing" }, standing(table, kind)),
    el("a", { href: address, "aria-label": texts.tables.linkLabel(words, table.title, names(table.seats)) }, words),
    table.outcome && el("span", { class: "why small" }, asSentence(named(table.outcome.reason, table))),
  );
}

/** A table whose game is not installed on this server: it is kept, and there is nothing to do there. */
export function unavailableRow({ game, reason }) {
  return el(
    "li",
    { class: "table-row unavailable" },
    el("span", { class: "players" }, el("b", {}, texts.tables.unavailable)),
    el("span", { class: "game" }, nameOf(game)),
    el("span", { class: "why small" }, asSentence(reason)),
  );
}

function players(seats) {
  const shown = seats
    .slice(0, SHOWN_SEATS)
    .map((seat, index) => [
      index ? el("span", { class: "second" }, "–") : null,
      emblem(seat.suit),
      el("b", {}, seat.open ? texts.seats.openSeat : seat.name),
    ]);
  const more = seats.length - SHOWN_SEATS;
  return [shown, more > 0 ? el("b", { class: "more" }, `+${more}`) : null];
}

const names = (seats) => seats.map((seat) => (seat.open ? texts.seats.openSeat : seat.name)).join(", ");

function standing(table, kind) {
  if (table.over) return result(table);
  if (table.seats.some((seat) => seat.open)) return texts.tables.waiting;
  if (kind === "mine" && table.my_turn) return texts.tables.yourTurn;
  return texts.tables.move(table.plies);
}

/** Who won, in two words; why stands below. */
function result(table) {
  const { seats, outcome } = table;
  if (!outcome) return texts.tables.brokenOff;
  if (outcome.winner === null) return texts.tables.drawn;
  const mine = seats.filter((seat) => seat.mine);
  if (mine.length !== 1) return texts.tables.wins(nameAt(table, outcome.winner));
  return outcome.winner === mine[0].seat ? texts.tables.won : texts.tables.lost;
}

function link(table, kind) {
  if (kind === "open") {
    const seat = table.seats.find(({ open }) => open)?.seat;
    if (seat) return [texts.tables.sit, `/t/${table.id}/sit/${seat}`];
  }
  if (kind !== "mine") return [texts.tables.watch, `/t/${table.id}`];
  if (table.over) return [texts.tables.review, `/t/${table.id}`];
  return [table.my_turn ? texts.tables.playOn : texts.tables.open, `/t/${table.id}`];
}
