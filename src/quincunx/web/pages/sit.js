// What a friend's link shows: who sits where, the board, and a chair. Only the click takes the seat.

import * as api from "../api.js";
import { nameOf } from "../games.js";
import { optionWords, picture } from "../parts/board/pictures.js";
import { exclaim } from "../parts/common/announcer.js";
import { button, el, emblem, fresh, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, gone, page } from "../parts/common/page.js";
import { LONGEST_NAME, myName, rememberName } from "../parts/common/player-dialog.js";
import { dealt, suitChoice } from "../parts/setup/colour-choice.js";
import { time } from "../parts/table/clock.js";
import { asSentence, isMine, suitsOf } from "../parts/table/model.js";
import { whoWords } from "../parts/table/seats.js";
import { texts } from "../texts.js";

const [, , id, , chair] = location.pathname.split("/");
const number = Number(chair);
const carried = new URLSearchParams(location.hash.slice(1));
const [invite, watch] = [carried.get("invite") ?? "", carried.get("watch") ?? ""];
const watching = `/t/${id}${watch ? `#watch=${encodeURIComponent(watch)}` : ""}`;

/** `reason` is why the house would not have it, where one tried already. */
function show(table, game, reason = "") {
  const seat = table.seats[number - 1];
  const free = seat?.open && !table.over;
  const levels = Object.fromEntries(game.levels.map(({ name, title }) => [name, title]));
  const board = el("div", { class: "sit-board" });
  const list = el("ul", { class: "seats", "aria-label": texts.seats.label });
  /** The board and the seats as they are if this guest plays a suit. */
  function paint(suit) {
    const suits = free ? dealt(table, number, suit) : suitsOf(table);
    board.replaceChildren(picture(table.state, { suits, label: texts.boardLabel(table.title) }));
    list.replaceChildren(...table.seats.map((one, index) => row(table, { ...one, suit: suits[index] }, levels)));
  }
  paint(seat?.suit);
  page.replaceChildren(
    el(
      "div",
      { class: "sit-words" },
      el("h1", {}, heading(table, seat)),
      el("p", { class: "second" }, texts.sit.about(table.title, optionWords(table.state.game, game), pace(table))),
    ),
    board,
    el("div", { class: "sit-form" }, list, free ? form(table, game, { paint, reason }) : elsewhere(table, seat)),
  );
}

function heading(table, seat) {
  if (!seat) return texts.sit.noSeat(number);
  if (isMine(table, number)) return texts.sit.yours;
  if (table.over) return texts.sit.over;
  if (!seat.open) return texts.sit.taken(seat.name);
  const host = table.seats.find((one) => !one.open && one.kind === "person");
  return host ? texts.sit.keeps(host.name) : texts.sit.free;
}

function pace({ clock }) {
  if (!clock) return "";
  const [seconds, increment] = clock.pace.split("+").map(Number);
  return texts.sit.pace(time(seconds), increment);
}

function row(table, seat, levels) {
  const here = seat.seat === number && seat.open;
  return el(
    "li",
    { class: here ? "seat acting" : "seat" },
    emblem(seat.suit),
    el(
      "div",
      { class: "who" },
      el("span", { class: "name" }, here ? texts.youUpper : seat.open ? texts.seats.openSeat : seat.name),
      el("span", { class: "small" }, here ? texts.suits[seat.suit] : whoWords(table, seat, levels)),
    ),
    here ? el("span", { class: "small" }, texts.sit.freeSeat) : !seat.open && icon("check"),
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
  const sit = button(texts.sit.sit, { kind: "primary main", type: "submit" });
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
      // A suit that is somebody's now is off in the form, and another one is chosen.
      if (now && refusal.field === "suit") return show(now, game, asSentence(refusal.message));
      error.textContent = asSentence(refusal.message);
      sit.disabled = false;
    }
  };
  return el(
    "form",
    { class: "stack", onsubmit: send },
    el("div", { class: "name-row" }, el("label", { for: nameId, class: "name" }, texts.sit.name), name),
    suitChoice(table, number, suit, (chosen) => {
      suit = chosen;
      paint(suit);
    }),
    error,
    sit,
    el("a", { class: "link center", href: watching }, texts.sit.watch),
  );
}

/** Somebody else was quicker: what there is to do now takes the place of the form. */
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
      isMine(table, number) ? texts.sit.goOn : texts.sit.watch,
    ),
    seat &&
      open &&
      table.listed &&
      el("a", { class: "link center", href: `/t/${id}/sit/${open.seat}` }, texts.sit.otherSeat),
  );
}

document.title = texts.titles.sit;
header("play");
try {
  const [games, table] = await Promise.all([api.games(), api.table(id, watch)]);
  header("play", table.title);
  document.title = texts.titles.table(table.title, texts.titles.sit);
  show(
    table,
    games.find(({ name }) => name === nameOf(table.state.game)),
  );
} catch (refusal) {
  gone(refusal.message);
}
drawn();
// Who comes back to it finds it as it is now, not as it was left, with its button pressed.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
