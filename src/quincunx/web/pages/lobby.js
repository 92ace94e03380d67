// The lobby: five games laid out like the pips of a die, my games, and the tables of others.

import { hasServer, site } from "../addresses.js";
import * as api from "../api.js";
import { hasLesson, inOrder, nameOf, originOf } from "../games.js";
import { picture } from "../parts/board/pictures.js";
import { el, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { later } from "../parts/common/later.js";
import { drawn, enter, failed, isShown, page } from "../parts/common/page.js";
import { tableRow, tableSection, unavailableRow } from "../parts/lobby/table-rows.js";
import { aboutLevel, lastLevel, playNow } from "../parts/setup/opening.js";
import { exampleView } from "../positions.js";
import { hasText, text } from "../text.js";

const AGAIN = 10_000;
const FEW = 4;
/** Plies needed before a game in progress is used as a picture. */
const SOME = 6;
/** The column of each of the first five games, in display order. Further games go below, alternately left and right. */
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
  const problem = el("p", { class: "error", role: "alert" });
  const named = (words) => [el("span", { class: "unseen" }, `${game.title}: `), el("span", {}, words)];
  const link = (words, href) => el("a", { class: "way", href }, named(words));
  const level = game.levels.find(({ name }) => name === lastLevel(game));
  const play = el("button", { type: "button", class: "button strong play" }, named(text("web.lobby.play")));
  play.addEventListener("click", async () => {
    play.disabled = true;
    problem.textContent = "";
    try {
      await playNow(game, (path) => enter(path, () => import("./table.js")));
    } catch (refusal) {
      problem.textContent = refusal.message;
      play.disabled = false;
    }
  });
  cards.set(game.name, { holder, position: "" });
  return el(
    "article",
    { class: `card card-${game.name}` },
    holder,
    el(
      "div",
      { class: "caption" },
      el(
        "h2",
        {},
        el("a", { href: `/rules/${game.name}`, title: text("web.lobby.rules-of", { game: game.title }) }, game.title),
      ),
      originOf(game.name) && el("p", { class: "origin" }, originOf(game.name)),
      el("p", { class: "sentence" }, game.summary),
      el(
        "div",
        { class: "ways" },
        el(
          "div",
          { class: "play-now" },
          play,
          el("span", { class: "small", title: aboutLevel(level) }, text("web.seat.level", { level: level.title })),
        ),
        el(
          "div",
          { class: "other-ways" },
          link(text("web.lobby.change"), `/new?game=${game.name}&with=computer`),
          hasLesson(game.name) && link(text("web.lobby.learn"), `/lessons/${game.name}`),
          hasServer
            ? link(text("web.lobby.friend"), `/new?game=${game.name}&with=friend`)
            : link(text("web.lobby.here"), `/new?game=${game.name}&with=here`),
        ),
        problem,
      ),
    ),
  );
}

/** The headline with the number of games, in words if small. */
function headline(n) {
  const number = hasText(`web.lobby.number.${n}`) ? text(`web.lobby.number.${n}`) : n;
  return text("web.lobby.headline", { n, number });
}

function lay() {
  const head = el(
    "div",
    { class: "headline" },
    el("h1", {}, headline(games.length)),
    el("p", {}, text("web.lobby.below")),
    el("a", { href: "/rules" }, text("web.lobby.rules")),
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

/** Draws the picture of a game if it has changed: a game in progress if there is one, otherwise an example. */
async function paint(game, { playing, mine: own }) {
  const found = [...playing, ...own].find(
    (table) => nameOf(table.game) === game.name && !table.over && table.plies >= SOME,
  );
  const shown = cards.get(game.name);
  const view = await (found ? exampleView(game, found.position) : example(game));
  if (!view || view.position === shown.position) return;
  shown.position = view.position;
  const suits = found ? found.seats.map((seat) => seat.suit) : game.suits;
  shown.holder.replaceChildren(picture(view, { suits }));
}

const examples = new Map();
function example(game) {
  if (!examples.has(game.name)) examples.set(game.name, exampleView(game));
  return examples.get(game.name);
}

function list(tables) {
  const ordered = [...tables.mine].sort((a, b) => a.over - b.over || b.my_turn - a.my_turn || b.updated - a.updated);
  const own = new Set(ordered.map(({ id }) => id));
  const others = ["open", "playing"].flatMap((kind) =>
    tables[kind].filter(({ id }) => !own.has(id)).map((table) => [table, kind]),
  );
  const rows = (entries) =>
    entries.map(([table, kind]) =>
      tableRow(
        table,
        kind,
        games.find(({ name }) => name === nameOf(table.game)),
      ),
    );
  const ownRows = ordered.map((table) => [table, "mine"]);
  const [current, few] = [ownRows.filter(([{ over }]) => !over).slice(0, FEW), others.slice(0, FEW)];
  /** Rows for the lists below the boards; wide windows hide those already shown above. */
  const below = (entries) =>
    rows(entries).map((row, n) => {
      row.classList.toggle("above", current.includes(entries[n]) || few.includes(entries[n]));
      return row;
    });
  mine.replaceChildren(
    tableSection(text("web.lobby.continue"), rows(current), {
      rest: ownRows.length > current.length && jump("#my-games", text("web.lobby.all-mine")),
      empty: text("web.lobby.none-mine"),
    }),
  );
  if (!hasServer) return listMine(below, ownRows, ordered);
  going.replaceChildren(
    tableSection(heading(few), rows(few), {
      rest: others.length > few.length && jump("#tables", text("web.lobby.all-tables")),
      empty: text("web.lobby.none-live"),
    }),
  );
  all.replaceChildren(
    tableSection(text("web.lobby.open-tables"), below(others.filter(([, kind]) => kind === "open")), {
      empty: text("web.lobby.none-open"),
    }),
    tableSection(text("web.lobby.live"), below(others.filter(([, kind]) => kind === "playing")), {
      empty: text("web.lobby.none-live"),
    }),
    tableSection(text("web.lobby.my-games"), [...below(ownRows), ...tables.unavailable.map(unavailableRow)], {
      id: "my-games",
      rest: importLink(),
      empty: text("web.lobby.none-mine"),
    }),
  );
  callBack(ordered.find((table) => !table.over));
}

/** The heading of the short list of other players' tables. */
function heading(few) {
  const isOpen = ([, kind]) => kind === "open";
  if (!few.some(isOpen)) return text("web.lobby.live");
  return text(few.every(isOpen) ? "web.lobby.open-tables" : "web.lobby.open-and-live");
}

/** The lists of a site without a server: information about the site instead of other players' tables. */
function listMine(below, ownRows, ordered) {
  const { server, left_out: missing, proofs } = site;
  const visit = (words) => el("a", { href: server }, words);
  going.replaceChildren(
    el(
      "section",
      { class: "tables" },
      el("div", { class: "tables-head" }, el("h2", {}, text("web.local.title"))),
      el("p", { class: "small" }, text("web.local.about")),
      el("p", { class: "small" }, server ? visit(text("web.local.friends-at")) : text("web.local.friends")),
      missing.length > 0 && el("p", { class: "small" }, text("web.local.left-out", { games: missing })),
      proofs.length > 0 && el("p", { class: "small" }, el("a", { href: "/proofs" }, text("proofs.page.link"))),
    ),
  );
  all.replaceChildren(
    tableSection(text("web.lobby.my-games"), below(ownRows), {
      id: "my-games",
      rest: importLink(),
      empty: text("web.lobby.none-mine"),
    }),
  );
  callBack(ordered.find((table) => !table.over));
}

const jump = (href, words) => el("a", { class: "small", href }, words);
const records = later(() => import("../parts/common/record-form.js"));
const players = later(() => import("../parts/player/player-dialog.js"));
const importLink = () =>
  el(
    "button",
    { type: "button", class: "link small", onclick: () => records((form) => form.importDialog()) },
    text("web.more.import"),
  );

const against = (names, plies) =>
  [...(names.length ? [text("web.lobby.against", { names })] : []), text("web.lobby.played", { n: plies })].join(", ");

/** The banner with the game to continue, first on a phone. */
function callBack(table) {
  banner.hidden = !table;
  if (!table) return;
  const others = table.seats.filter((seat) => !seat.mine).map((seat) => seat.name);
  banner.replaceChildren(
    el(
      "div",
      {},
      el("b", {}, text(table.my_turn ? "web.lobby.turn-in" : "web.lobby.in-progress", { game: table.title })),
      el("span", { class: "small" }, against(others, table.plies)),
    ),
    el("a", { class: "button primary", href: `/t/${table.id}` }, text("web.row.continue")),
  );
}

/** Today's puzzle, if there is one. */
async function puzzle() {
  const found = await api.dailyPuzzle().catch(() => null);
  if (!found) return;
  const words = text("web.lobby.daily", { game: found.title, grade: found.grade });
  daily.replaceChildren(el("a", { href: `/puzzles/${found.id}` }, icon("puzzle"), el("span", {}, words)));
}

const NO_TABLES = { playing: [], mine: [] };
let shown = "";
async function refresh() {
  let tables;
  try {
    tables = await api.tables();
  } catch (refusal) {
    all.replaceChildren(el("p", { class: "error", role: "alert" }, refusal.message));
    shown = "";
    return paintAll(NO_TABLES);
  }
  // Redraw the lists only if they changed, so that the focus is kept.
  const key = JSON.stringify(tables);
  if (key === shown) return;
  shown = key;
  list(tables);
  await paintAll(tables);
}

/** Draws the pictures one by one, so that a slow phone can react to a click between them. */
async function paintAll(tables) {
  for (const game of games) {
    await new Promise((resolve) => setTimeout(resolve));
    if (!isShown("lobby")) return;
    await paint(game, tables);
  }
}

document.title = text("web.title.lobby");
// A link that transfers a player to this device.
if (location.hash.includes("player=")) await players((dialog) => dialog.arrive());
header("play");
try {
  games = inOrder(await api.games());
  lay();
  await Promise.all([refresh(), puzzle()]);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (refusal) {
  failed(refusal.message);
}
if (isShown("lobby")) drawn();
// A page from the back-forward cache would still show its button as pressed.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
const canRefresh = () => isShown("lobby") && document.visibilityState === "visible" && games.length;
setInterval(() => canRefresh() && refresh(), AGAIN);
