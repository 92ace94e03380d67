// The lobby: five games as the five pips of a die, my games, and the tables of others.

import * as api from "../api.js";
import { about, exampleOf, nameOf } from "../games.js";
import { picture } from "../parts/board/pictures.js";
import { el, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { arrive } from "../parts/common/player-dialog.js";
import { tableRow, tableSection, unavailableRow } from "../parts/lobby/table-rows.js";
import { importDialog } from "../parts/table/menu.js";
import { texts } from "../texts.js";

const AGAIN = 10_000;
const FEW = 4;
/** A game has to have got somewhere to be a picture. */
const SOME = 6;
/** Where on the die each of the first five games lies. Further games lie below it, left and right in turn. */
const PIPS = ["left", "right", "left", "centre", "right"];
const place = (index) => PIPS[index] ?? (index % 2 ? "left" : "right");

const columns = { left: column("left"), centre: column("centre"), right: column("right") };
const going = el("div", { class: "lobby-slot going" });
const mine = el("div", { class: "lobby-slot mine" });
const banner = el("div", { class: "banner", hidden: true });
const daily = el("p", { class: "daily" });
const all = el("div", { class: "all-tables", id: "tables", tabindex: -1 });
const cards = new Map();
let games = [];

function column(name) {
  return el("div", { class: `column ${name}` });
}

function card(game) {
  const holder = el("a", { class: "card-board", href: `/new?game=${game.name}`, tabindex: -1, "aria-hidden": "true" });
  const way = (kind, name, classes) =>
    el(
      "a",
      { class: classes, href: `/new?game=${game.name}&with=${kind}` },
      icon(name),
      el("span", { class: "unseen" }, `${game.title}: `),
      el("span", { class: "long" }, texts.lobby[kind]),
      el("span", { class: "short" }, texts.lobby.short[kind]),
    );
  cards.set(game.name, { holder, position: "" });
  return el(
    "article",
    { class: `card card-${game.name}` },
    holder,
    el(
      "div",
      { class: "caption" },
      el("h2", {}, el("a", { href: `/rules/${game.name}`, title: texts.lobby.rulesOf(game.title) }, game.title)),
      about(game.name).origin && el("p", { class: "origin" }, about(game.name).origin),
      el("p", { class: "sentence" }, game.summary),
      el(
        "div",
        { class: "ways" },
        way("computer", "computer", "button strong"),
        way("here", "people", "button-or-link"),
        way("friend", "link", "button-or-link"),
      ),
    ),
  );
}

function lay() {
  const head = el(
    "div",
    { class: "headline" },
    el("h1", {}, texts.lobby.headline(games.length)),
    el("p", {}, texts.lobby.below),
    el("a", { href: "/rules" }, texts.lobby.rules),
  );
  columns.centre.append(head, daily);
  games.forEach((game, index) => {
    const laid = card(game);
    laid.style.setProperty("--place", index);
    columns[place(index)].append(laid);
  });
  columns.left.children[0].after(mine);
  columns.right.children[0].after(going);
  page.replaceChildren(banner, el("div", { class: "five" }, columns.left, columns.centre, columns.right), all);
}

/** A picture of a game: one that is going on where there is one, else an example; drawn again when it changed. */
async function paint(game, { playing, mine: own }) {
  const found = [...playing, ...own].find(
    (table) => nameOf(table.game) === game.name && !table.over && table.plies >= SOME,
  );
  const shown = cards.get(game.name);
  const view = found ? found.view : await example(game);
  if (!view || view.position === shown.position) return;
  shown.position = view.position;
  const suits = found ? found.seats.map((seat) => seat.suit) : game.suits;
  shown.holder.replaceChildren(picture(view, { suits }));
}

const examples = new Map();
async function example(game) {
  if (!examples.has(game.name))
    examples.set(
      game.name,
      api.position(exampleOf(game)).then(({ view }) => view),
    );
  return examples.get(game.name);
}

function list(tables) {
  const ordered = [...tables.mine].sort((a, b) => a.over - b.over || b.my_turn - a.my_turn || b.updated - a.updated);
  const others = [...tables.open.map((table) => [table, "open"]), ...tables.playing.map((table) => [table, "playing"])];
  const rows = (entries) => entries.map(([table, kind]) => tableRow(table, kind));
  const ownRows = ordered.map((table) => [table, "mine"]);
  mine.replaceChildren(
    tableSection(texts.lobby.continue, rows(ownRows.slice(0, FEW)), {
      rest: jump("#my-games", texts.lobby.allMine),
      empty: texts.lobby.noneMine,
    }),
  );
  going.replaceChildren(
    tableSection(texts.lobby.going, rows(others.slice(0, FEW)), {
      rest: jump("#tables", texts.lobby.allTables),
      empty: texts.lobby.noneGoing,
    }),
  );
  all.replaceChildren(
    tableSection(texts.lobby.openTables, rows(others.filter(([, kind]) => kind === "open")), {
      empty: texts.lobby.noneOpen,
    }),
    tableSection(texts.lobby.goingAll, rows(others.filter(([, kind]) => kind === "playing")), {
      empty: texts.lobby.noneGoing,
    }),
    tableSection(texts.lobby.myGames, [...rows(ownRows), ...tables.unavailable.map(unavailableRow)], {
      id: "my-games",
      rest: importLink(),
      empty: texts.lobby.noneMine,
    }),
  );
  callBack(ordered.find((table) => !table.over));
}

const jump = (href, text) => el("a", { class: "small", href }, text);
const importLink = () =>
  el("button", { type: "button", class: "link small", onclick: importDialog }, texts.more.upload);

/** On a phone the game to go on with comes first of all. */
function callBack(table) {
  banner.hidden = !table;
  if (!table) return;
  const others = table.seats.filter((seat) => !seat.mine).map((seat) => seat.name);
  banner.replaceChildren(
    el(
      "div",
      {},
      el("b", {}, (table.my_turn ? texts.lobby.turnIn : texts.lobby.goesOn)(table.title)),
      el("span", { class: "small" }, texts.lobby.against(others, table.plies)),
    ),
    el("a", { class: "button primary", href: `/t/${table.id}` }, texts.tables.playOn),
  );
}

/** Today's puzzle; without one the lobby is complete too. */
async function puzzle() {
  const found = await api.dailyPuzzle().catch(() => null);
  if (!found) return;
  const words = texts.lobby.daily(found.title, found.grade);
  daily.replaceChildren(el("a", { href: `/puzzles/${found.id}` }, icon("puzzle"), el("span", {}, words)));
}

let shown = "";
async function refresh() {
  let tables;
  try {
    tables = await api.tables();
  } catch (refusal) {
    all.replaceChildren(el("p", { class: "error", role: "alert" }, refusal.message));
    shown = "";
    return;
  }
  // The list is drawn again only when it changed, so that the focus stays where it is.
  const key = JSON.stringify(tables);
  if (key === shown) return;
  shown = key;
  list(tables);
  await Promise.all(games.map((game) => paint(game, tables)));
}

document.title = texts.titles.lobby;
await arrive();
header("play");
try {
  games = await api.games();
  lay();
  await Promise.all([refresh(), puzzle()]);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (refusal) {
  failed(refusal.message);
}
drawn();
setInterval(() => document.visibilityState === "visible" && games.length && refresh(), AGAIN);
