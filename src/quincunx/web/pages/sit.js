// The page behind an invitation link: the players, the board, and an open seat. Only a click takes the seat.

import * as api from "../api.js";
import { hasOwnColours, nameOf } from "../games.js";
import { optionWords, picture } from "../parts/board/pictures.js";
import { exclaim } from "../parts/common/announcer.js";
import { button, el, emblem, fresh, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, gone, page } from "../parts/common/page.js";
import { LONGEST_NAME, myName, rememberName } from "../parts/player/name.js";
import { dealt, suitChoice } from "../parts/setup/colour-choice.js";
import { paceWords } from "../parts/table/clock.js";
import { isMine, suitsOf } from "../parts/table/model.js";
import { whoWords } from "../parts/table/seats.js";
import { text } from "../text.js";

const [, , id, , chair] = location.pathname.split("/");
const number = Number(chair);
const carried = new URLSearchParams(location.hash.slice(1));
const [invite, watch] = [carried.get("invite") ?? "", carried.get("watch") ?? ""];
const watching = `/t/${id}${watch ? `#watch=${encodeURIComponent(watch)}` : ""}`;

/** `reason` is the server's refusal of an earlier attempt, if any. */
function show(table, game, reason = "") {
  const seat = table.seats[number - 1];
  const free = seat?.open && !table.over;
  const levels = Object.fromEntries(game.levels.map(({ name, title }) => [name, title]));
  const board = el("div", { class: "sit-board" });
  const list = el("ul", { class: "seats", "aria-label": text("web.seat.label") });
  /** Draws the board and the seats as if this guest plays `suit`. */
  function paint(suit) {
    const suits = free ? dealt(table, number, suit) : suitsOf(table);
    board.replaceChildren(picture(table.state, { suits, label: text("web.board-of", { game: table.title }) }));
    list.replaceChildren(...table.seats.map((one, index) => row(table, { ...one, suit: suits[index] }, levels)));
  }
  paint(seat?.suit);
  page.replaceChildren(
    el(
      "div",
      { class: "sit-words" },
      el("h1", {}, heading(table, seat)),
      el("p", { class: "second" }, facts(table, game)),
    ),
    board,
    el("div", { class: "sit-form" }, list, free ? form(table, game, { paint, reason }) : elsewhere(table, seat)),
  );
}

function heading(table, seat) {
  if (!seat) return text("web.sit.no-seat", { n: number });
  if (isMine(table, number)) return text("web.sit.yours");
  if (table.over) return text("web.sit.over");
  if (!seat.open) return text("web.sit.taken", { name: seat.name });
  const host = table.seats.find((one) => !one.open && one.kind === "person");
  if (!host) return text("web.sit.open");
  return table.listed ? text("web.sit.listed", { name: host.name }) : text("web.sit.saved", { name: host.name });
}

const facts = (table, game) =>
  text("web.sit.about", {
    facts: [table.title, optionWords(table.state.game, game), paceWords(table.clock?.pace)].filter(Boolean),
  });

function row(table, seat, levels) {
  const here = seat.seat === number && seat.open;
  return el(
    "li",
    { class: here ? "seat acting" : "seat" },
    emblem(seat.suit),
    el(
      "div",
      { class: "who" },
      el("span", { class: "name" }, here ? text("web.you") : seat.open ? text("web.seat.open") : seat.name),
      el("span", { class: "small" }, here ? text(`web.suit.${seat.suit}`) : whoWords(table, seat, levels)),
    ),
    here ? el("span", { class: "small" }, text("web.row.open-seat")) : !seat.open && icon("check"),
  );
}

function form(table, game, { paint, reason }) {
  let { suit } = table.seats[number - 1];
  const [nameId, errorId] = [fresh("name"), fresh("error")];
  const error = el("p", { id: errorId, class: "error", role: "alert" }, reason);
  const name = el("input", {
    id: nameId,
    class: "field",
    value: myName(),
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    "aria-describedby": errorId,
  });
  const sit = button(text("web.sit.sit"), { kind: "primary main", type: "submit" });
  const send = async (event) => {
    event.preventDefault();
    sit.disabled = true;
    error.textContent = "";
    rememberName(name.value);
    try {
      await api.act(id, {
        do: "sit",
        seat: number,
        name: name.value.trim() || undefined,
        kind: "person",
        suit,
        ...(invite ? { invite } : {}),
      });
      location.assign(`/t/${id}`);
    } catch (refusal) {
      const now = await api.table(id, watch).catch(() => null);
      if (now && !now.seats[number - 1].open) return late(now, game);
      // The new form disables a suit that has been taken meanwhile, and selects another.
      if (now && refusal.field === "suit") return show(now, game, refusal.message);
      error.textContent = refusal.message;
      sit.disabled = false;
    }
  };
  return el(
    "form",
    { class: "stack", onsubmit: send },
    el("div", { class: "name-row" }, el("label", { for: nameId, class: "name" }, text("web.sit.name")), name),
    !hasOwnColours(game) &&
      suitChoice(table, number, suit, (chosen) => {
        suit = chosen;
        paint(suit);
      }),
    error,
    sit,
    el("a", { class: "link center", href: watching }, text("web.sit.watch")),
  );
}

/** The seat has been taken meanwhile: shows the remaining choices instead of the form. */
function late(table, game) {
  show(table, game);
  exclaim(heading(table, table.seats[number - 1]));
  page.querySelector(".main").focus();
}

function elsewhere(table, seat) {
  const open = table.seats.find((one) => one.open && one.seat !== number);
  return el(
    "div",
    { class: "stack" },
    el(
      "a",
      { class: "button primary main", href: isMine(table, number) ? `/t/${id}` : watching },
      isMine(table, number) ? text("web.sit.go") : text("web.sit.watch"),
    ),
    seat &&
      open &&
      table.listed &&
      el("a", { class: "link center", href: `/t/${id}/sit/${open.seat}` }, text("web.sit.other-seat")),
  );
}

document.title = text("web.title.page", { title: text("web.sit.title") });
header("play");
try {
  const [games, table] = await Promise.all([api.games(), api.table(id, watch)]);
  header("play", table.title);
  document.title = text("web.title.table", { game: table.title, names: text("web.sit.title") });
  show(
    table,
    games.find(({ name }) => name === nameOf(table.state.game)),
  );
} catch (refusal) {
  gone(refusal.message);
}
drawn();
// A page from the back-forward cache would show an old state, with its button still pressed.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
