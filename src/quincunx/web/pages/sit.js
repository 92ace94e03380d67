// What a friend's link shows: who sits where, the board, and a chair. Only the click takes the seat.

import * as house from "../house.js";
import { nameOf, optionWords, picture } from "../parts/boards.js";
import { time } from "../parts/clock.js";
import { button, el, emblem, fresh, icon } from "../parts/element.js";
import { header } from "../parts/header.js";
import { exclaim } from "../parts/live.js";
import { drawn, gone, page } from "../parts/page.js";
import { asSentence, isMine, suitsOf } from "../parts/seating.js";
import { whoWords } from "../parts/seats.js";
import { LONGEST_NAME, myName, rememberName } from "../parts/you.js";
import { texts } from "../texts.js";

const [, , id, , chair] = location.pathname.split("/");
const number = Number(chair);
const carried = new URLSearchParams(location.hash.slice(1));
const [invite, watch] = [carried.get("invite") ?? "", carried.get("watch") ?? ""];
const watching = `/t/${id}${watch ? `#watch=${encodeURIComponent(watch)}` : ""}`;

function show(table, game) {
  const seat = table.seats[number - 1];
  const levels = Object.fromEntries(game.levels.map(({ name, title }) => [name, title]));
  page.replaceChildren(
    el(
      "div",
      { class: "sit-words" },
      el("h1", {}, heading(table, seat)),
      el("p", { class: "second" }, texts.sit.about(table.title, optionWords(table.state.game, game), pace(table))),
    ),
    el(
      "div",
      { class: "sit-board" },
      picture(table.state, { suits: suitsOf(table), label: texts.boardLabel(table.title) }),
    ),
    el(
      "div",
      { class: "sit-form" },
      el(
        "ul",
        { class: "seats", "aria-label": texts.seats.label },
        table.seats.map((one) => row(table, one, levels)),
      ),
      seat?.open && !table.over ? form(seat, game) : elsewhere(table, seat),
    ),
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

function form(seat, game) {
  const [nameId, errorId] = [fresh("name"), fresh("error")];
  const error = el("p", { id: errorId, class: "error", role: "alert" });
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
      await house.deed(id, {
        do: "sit",
        seat: seat.seat,
        name: name.value.trim() || undefined,
        kind: "person",
        suit: seat.suit,
        ...(invite ? { invite } : {}),
      });
      location.assign(`/t/${id}`);
    } catch (refusal) {
      const now = await house.table(id, watch).catch(() => null);
      if (now && !now.seats[number - 1].open) return late(now, game);
      error.textContent = asSentence(refusal.message);
      sit.disabled = false;
    }
  };
  return el(
    "form",
    { class: "stack", onsubmit: send },
    el("div", { class: "name-row" }, el("label", { for: nameId, class: "name" }, texts.sit.name), name),
    error,
    sit,
    el("a", { class: "link center", href: watching }, texts.sit.watch),
  );
}

/** Somebody else was quicker: what there is to do now takes the place of the form. */
function late(table, game) {
  table.came = performance.now();
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
  const [games, table] = await Promise.all([house.games(), house.table(id, watch)]);
  table.came = performance.now();
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
