// Rows of tables in the lobby: players, game, status, and a link to continue, watch or sit down.

import { nameOf } from "../../games.js";
import { explain, text } from "../../text.js";
import { optionWords } from "../board/pictures.js";
import { el, emblem } from "../common/element.js";
import { paceWords } from "../table/clock.js";
import { nameAt } from "../table/model.js";
import { reason } from "../table/status.js";

const SHOWN_SEATS = 2;

/** A section with a heading and rows; `rest` is the address of the complete list. */
export function tableSection(heading, rows, { id, rest, empty, level = "h2" } = {}) {
  return el(
    "section",
    { class: "tables", id, tabindex: id && -1 },
    el("div", { class: "tables-head" }, el(level, {}, heading), rest),
    rows.length ? el("ul", {}, rows) : el("p", { class: "small" }, empty),
  );
}

/** One table; `kind` is `mine`, `open` or `playing`, and decides what the link at its end does. */
export function tableRow(table, kind, game) {
  const [words, address] = link(table, kind);
  return el(
    "li",
    { class: table.my_turn && !table.over ? "table-row mine-now" : "table-row" },
    el("span", { class: "players" }, players(table.seats)),
    el("span", { class: "game" }, table.title, terms(table, game)),
    el("span", { class: "standing" }, standing(table, kind)),
    el(
      "a",
      {
        href: address,
        "aria-label": text("web.row.link", { action: words, game: table.title, names: names(table.seats) }),
      },
      words,
    ),
    table.outcome && el("span", { class: "why small" }, reason({ ...table, mine: mySeats(table) })),
  );
}

/** The options that differ from the default, and the clock. */
function terms(table, game) {
  const options = table.game.includes(":") && game ? optionWords(table.game, game) : "";
  const facts = [options, paceWords(table.pace)].filter(Boolean).join(", ");
  return facts && el("span", { class: "small terms" }, facts);
}

/** A table whose game is not installed on this server: it is kept, but cannot be opened. */
export function unavailableRow(table) {
  return el(
    "li",
    { class: "table-row unavailable" },
    el("span", { class: "players" }, el("b", {}, text("web.row.unavailable"))),
    el("span", { class: "game" }, nameOf(table.game)),
    el("span", { class: "why small" }, explain(table)),
  );
}

function players(seats) {
  const shown = seats
    .slice(0, SHOWN_SEATS)
    .map((seat, index) => [
      index ? el("span", { class: "second" }, "–") : null,
      emblem(seat.suit),
      el("b", {}, seat.open ? text("web.seat.open") : seat.name),
    ]);
  const more = seats.length - SHOWN_SEATS;
  return [shown, more > 0 ? el("b", { class: "more" }, `+${more}`) : null];
}

const names = (seats) => seats.map((seat) => (seat.open ? text("web.seat.open") : seat.name)).join(", ");

function standing(table, kind) {
  if (table.over) return result(table);
  if (table.seats.some((seat) => seat.open)) return text("web.row.open-seat");
  if (kind === "mine" && table.my_turn) return text("web.row.your-turn");
  return text("web.row.move", { n: table.plies + 1 });
}

/** Who won, in two words; the reason is below. */
function result(table) {
  const { outcome } = table;
  if (!outcome) return text("web.row.abandoned");
  if (outcome.winner === null) return text("web.row.draw");
  const mine = mySeats(table);
  if (mine.length !== 1) return text("web.row.won", { name: nameAt(table, outcome.winner) });
  return outcome.winner === mine[0] ? text("web.row.you-won") : text("web.row.you-lost");
}

const mySeats = ({ seats }) => seats.filter((seat) => seat.mine).map(({ seat }) => seat);

function link(table, kind) {
  if (kind === "open") {
    const seat = table.seats.find(({ open }) => open)?.seat;
    if (seat) return [text("web.row.sit"), `/t/${table.id}/sit/${seat}`];
  }
  if (kind !== "mine") return [text("web.row.watch"), `/t/${table.id}`];
  if (table.over) return [text("web.row.review"), `/t/${table.id}`];
  return [table.my_turn ? text("web.row.continue") : text("web.row.open"), `/t/${table.id}`];
}
