// Study: any position with the value of every move on the board, and a finished game with its evaluation.

import { addressOf, hasServer } from "../addresses.js";
import * as api from "../api.js";
import { study } from "../engine/match.js";
import { drawsLines, inOrder, nameOf } from "../games.js";
import { insight } from "../parts/board/analysis.js";
import { stage } from "../parts/board/board-area.js";
import { boardPage } from "../parts/board/board-page.js";
import { moveList } from "../parts/board/move-list.js";
import { optionWords } from "../parts/board/pictures.js";
import { boardKeys } from "../parts/board/shortcuts.js";
import { copyField, embedField } from "../parts/common/copy-field.js";
import { openDialog } from "../parts/common/dialog.js";
import { button, el } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { positionLink, studyLink } from "../parts/common/links.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { recordForm } from "../parts/common/record-form.js";
import { editor } from "../parts/study/editor.js";
import { engine } from "../parts/study/engine-settings.js";
import { graph } from "../parts/study/evaluation-graph.js";
import { standing, verdict } from "../parts/study/evaluation.js";
import { ways } from "../parts/study/variation.js";
import { computersOf, lastTurn, nameAt } from "../parts/table/model.js";
import { turnOf } from "../parts/table/status.js";
import { set, setting } from "../player.js";
import { explain, text } from "../text.js";

const asked = new URLSearchParams(location.search);
const carried = new URLSearchParams(location.hash.slice(1));
/** Seconds per position when a whole game is analysed. */
const PLY_SECONDS = 1;

let games = [];
let match = null;
let way = null;
let view = null;
let seats = [];
const views = new Map();

const theStage = stage({ play: make, rollDice: toss, again: () => render() });
const moves = moveList({ look: (ply) => go(ply ?? way.plies.length) });
const insights = insight({ changed: () => view && render(), failed: refuse, question: () => engineBox.question });
const evaluation = graph({
  look: (ply) => {
    way.home();
    go(ply);
  },
});
const title = el("h1", { class: "game-title" });
const options = el("span", { class: "small" });
const seatRows = el("ul", { class: "seats", "aria-label": text("web.seat.label") });
const worth = el("p", { class: "status", role: "status" });
const notice = el(
  "div",
  { class: "notices" },
  el(
    "div",
    { class: "notice" },
    el("p", {}, text("web.study.variation")),
    button(text("web.study.back"), { kind: "plain small-button", onclick: home }),
  ),
);
const rolls = el("div", { class: "rolls", role: "group", "aria-label": text("web.study.choose-roll") });
const engineBox = engine({ changed: () => insights.again() });
const bar = el("div", { class: "actions", role: "group", "aria-label": text("web.action.label") });
const actionName = (name) =>
  text(["values", "lines"].includes(name) ? `web.action.${name}` : `web.study.action.${name}`);
const actions = new Map(
  Object.entries({ values: "values", lines: "lines", edit: "edit", from: "play", share: "link", record: "upload" }).map(
    ([name, icon]) => [name, button(actionName(name), { icon, "data-action": name, onclick: () => press(name) })],
  ),
);

boardKeys(theStage.board, {
  action: (name) => actions.has(name) && press(name),
  back: () => go(way.at - 1),
  forward: () => go(way.at + 1),
});

const gameOf = (shown) => games.find(({ name }) => name === nameOf(shown.game));

function refuse(reason) {
  theStage.refuse(explain(reason));
}

// Navigation

async function fetched(position) {
  if (!views.has(position)) views.set(position, (await api.position(position)).view);
  return views.get(position);
}

/** Shows the current position of `way`; of several requests only the last counts. */
async function arrive(steps = []) {
  const { position } = way;
  try {
    const found = await fetched(position);
    if (position !== way.position) return;
    view = found;
    theStage.forget();
    remember();
    render(steps);
  } catch (refusal) {
    refuse(refusal.message);
  }
}

function go(ply) {
  way.go(ply);
  arrive();
}

function home() {
  way.home();
  arrive();
  theStage.board.querySelector("[tabindex='0']")?.focus();
}

/** Plays a move or a roll for the seat to move. */
async function make(token) {
  const { position } = way;
  try {
    const { views: found, steps } = await api.moves(position, [token]);
    const next = found[1];
    if (position !== way.position) return;
    views.set(next.position, next);
    way.play({ seat: view.turn, kind: view.actor ? "move" : "roll", token, position: next.position });
    await arrive(steps);
  } catch (refusal) {
    refuse(refusal.message);
    render();
  }
}

async function toss() {
  try {
    await make((await api.rollDice(way.position)).roll);
  } catch (refusal) {
    refuse(refusal.message);
  }
}

/** Keeps the address in sync with the position shown, so that it can be bookmarked and shared. */
function remember() {
  const place = match?.table && !way.isOwn ? `?table=${match.table}` : `?position=${encodeURIComponent(way.position)}`;
  const watch = carried.get("watch");
  const hash = match?.table && !way.isOwn ? `#ply=${way.at}${watch ? `&watch=${watch}` : ""}` : "";
  history.replaceState(null, "", addressOf(`/study${place}${hash}`));
}

// Actions

function press(name) {
  if (name === "values") insights.flip("values");
  else if (name === "lines") set("lines", !setting("lines"));
  else if (name === "edit") edit(view.position);
  else if (name === "from")
    view.outcome ? refuse(text("web.study.over-here")) : location.assign(positionLink(view.position));
  else if (name === "share") share();
  else if (name === "record") recordDialog();
  render();
}

function share() {
  openDialog(
    text("web.study.share-title"),
    el(
      "div",
      { class: "stack" },
      copyField(text("web.study.link"), studyLink(view.position)),
      copyField(text("web.study.position"), view.position),
      hasServer && embedField(`/embed/study?position=${encodeURIComponent(view.position)}`, gameOf(view).title),
    ),
  );
}

function recordDialog() {
  const opened = openDialog(
    text("web.record.study"),
    recordForm(text("web.record.study-it"), async (record) => {
      await judge({ record });
      opened.close();
    }),
    { wide: true },
  );
}

async function edit(position) {
  const set = editor({ games, done: (written) => location.assign(studyLink(written)) });
  document.title = text("web.title.page", { title: text("web.editor.title") });
  page.className = "table-page study-page editing";
  page.replaceChildren(...boardPage(set, [], set.panel));
  try {
    await (position ? set.open(position) : set.begin(games[0].name));
  } catch (refusal) {
    if (!position) throw refusal;
    await set.begin(games.find(({ name }) => name === nameOf(position))?.name ?? games[0].name);
    set.blame(position, refusal.message);
  }
  set.focus();
}

// Rendering

function render(steps = []) {
  const game = gameOf(view);
  const found = insights.of(view);
  title.textContent = text("web.study.of", { game: game.title });
  document.title = text("web.title.page", { title: title.textContent });
  options.textContent = optionWords(view.game, game);
  seatRows.replaceChildren(...standing(seats, view, found));
  notice.hidden = !(match && way.isOwn);
  const look = {
    mine: view.outcome ? [] : [view.turn],
    suits: seats.map(({ suit }) => suit),
    last: lastTurn(way.plies.slice(0, way.at)),
    steps,
    ...insights.look(view, true),
    dice: null,
    label: game.title,
    computers: computersOf({ seats }),
  };
  theStage.show(view, look);
  theStage.tell(insights.words(view));
  const words = sentenceOf(insights.of(view));
  if (worth.textContent !== words) worth.textContent = words;
  showRolls();
  moves.show(
    {
      game: view.game,
      seats: seats.map(({ name, seat }) => ({ name, seat })),
      history: way.plies,
      over: Boolean(view.outcome),
    },
    way.at === way.plies.length ? null : way.at,
  );
  if (match) evaluation.show(way.isOwn ? null : way.at);
  actions.get("values").setAttribute("aria-pressed", String(insights.on.values));
  actions.get("lines").setAttribute("aria-pressed", String(setting("lines")));
  actions.get("lines").parentElement.hidden = !drawsLines(view);
}

/** Who won, and a match's points if the game counts any, but not at the end of the user's own variation. */
function ended(winner) {
  const words = winner ? text("web.study.won", { name: nameAt({ seats }, winner) }) : text("web.study.drawn");
  if (!match || way.isOwn || !seats.every(({ made }) => Number.isInteger(made))) return words;
  const points = seats.map(({ name, made }) => text("web.score.of", { name, points: made }));
  return `${words} ${text("web.score.game", { points })}`;
}

function sentenceOf(found) {
  if (view.outcome) return ended(view.outcome.winner);
  if (view.actor < 1) return text("web.study.roll", { name: nameAt({ seats }, view.turn) });
  if (!insights.on.values) return turnOf(nameAt({ seats }, view.turn), view.phase);
  return found ? verdict(found, nameAt({ seats }, view.turn), view.game) : text("web.study.thinking");
}

function showRolls() {
  rolls.hidden = view.actor !== 0;
  if (view.actor !== 0) return;
  rolls.replaceChildren(
    el("span", { class: "label" }, text("web.study.choose-roll")),
    ...view.moves.map((token) => button(token, { kind: "plain small-button", onclick: () => make(token) })),
  );
}

function lay() {
  page.className = "table-page study-page";
  bar.replaceChildren(...[...actions.values()].map((press) => el("div", { class: "action-place in-bar" }, press)));
  page.replaceChildren(
    ...boardPage(
      theStage,
      [el("div", { class: "title-row" }, title, options), seatRows, notice, worth, rolls],
      el(
        "section",
        { class: "panel", "aria-label": text("web.study.title") },
        el("div", { class: "tabbed" }, moves.element),
        evaluation.element,
        engineBox.element,
        bar,
      ),
    ),
  );
}

// Loading

async function begin(first, plies, players, ply) {
  way = ways(first, plies);
  way.go(ply);
  seats = players;
  view = await fetched(way.position);
  header("study", gameOf(view).title);
  engineBox.lay(gameOf(view));
  lay();
  remember();
  render();
}

async function studyPosition(position) {
  const found = await fetched(position);
  const { seats: count } = await api.game(found.game);
  const suits = gameOf(found).suits.slice(0, count);
  const players = suits.map((suit, i) => ({ seat: i + 1, suit, name: text(`web.colour-name.${suit}`) }));
  match = null;
  await begin(found.position, [], players, 0);
}

/** Loads a match of a table or a record: first its plies, then the engine's analysis of each. */
function judge(what, ply = null) {
  return new Promise((resolve, reject) => {
    let mine = null;
    const line = (data) => {
      if (!mine) {
        mine = match = { ...data, table: what.table ?? null };
        evaluation.begin(match);
        begin(data.start, data.plies, data.seats, ply ?? data.plies.length).then(resolve, reject);
      } else if (mine !== match) return;
      else if (data.error) evaluation.end(explain(data.error));
      else if (data.done) evaluation.end();
      else evaluation.add(data);
    };
    study({ ...what, seconds: PLY_SECONDS }, line).catch((refusal) => {
      if (mine) evaluation.end(refusal.message);
      reject(refusal);
    });
  });
}

insights.on.values = true;
header("study");
addEventListener("setting", () => view && render());
try {
  games = inOrder(await api.games());
  const ply = carried.has("ply") ? Number(carried.get("ply")) || 0 : null;
  const table = asked.get("table");
  const position = asked.get("position");
  if (table) await judge({ table, watch: carried.get("watch") ?? "" }, ply);
  else if (asked.has("edit")) await edit(position);
  else if (position) await studyPosition(position).catch((refusal) => showWrong(position, refusal));
  else await choose();
} catch (refusal) {
  failed(refusal.message);
}
drawn();

/** Without a position or a game, lists what there is to study. */
async function choose() {
  const { mine } = await api.tables().catch(() => ({ mine: [] }));
  const over = mine.filter((table) => table.over && table.plies);
  document.title = text("web.title.page", { title: text("web.study.title") });
  page.className = "study-start";
  page.replaceChildren(
    el("h1", {}, text("web.study.title")),
    el("p", { class: "second" }, text("web.study.intro")),
    el(
      "p",
      { class: "row" },
      el("a", { class: "button primary", href: "/study?edit" }, text("web.editor.title")),
      button(text("web.record.study"), { icon: "upload", onclick: recordDialog }),
    ),
    el("h2", {}, text("web.study.games")),
    over.length
      ? el("ul", { class: "study-games" }, over.map(played))
      : el("p", { class: "small" }, text("web.study.no-games")),
  );
}

function played({ id, title: game, seats: players, plies, updated }) {
  const at = new Date(updated * 1000);
  const day = at.toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/study?table=${encodeURIComponent(id)}` },
      text("web.study.game", { game, names: players.map(({ name }) => name) }),
    ),
    el(
      "span",
      { class: "small" },
      text("web.moves", { n: plies }),
      ", ",
      el("time", { datetime: at.toISOString() }, day),
    ),
  );
}

/** Opens the editor with an illegal position, and the reason beside it. */
async function showWrong(position, refusal) {
  if (refusal.status !== 422) throw refusal;
  await edit(position);
}
