// The table page: the board, the well and the panel. The server decides everything; the page shows it.

import { goTo, pathHere } from "../addresses.js";
import * as api from "../api.js";
import { nameOf } from "../games.js";
import { insight } from "../parts/board/analysis.js";
import { stage } from "../parts/board/board-area.js";
import { boardPage } from "../parts/board/board-page.js";
import { moveList } from "../parts/board/move-list.js";
import { optionWords } from "../parts/board/pictures.js";
import { boardKeys } from "../parts/board/shortcuts.js";
import { exclaim } from "../parts/common/announcer.js";
import { sure } from "../parts/common/dialog.js";
import { button, el, plain } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { positionLink } from "../parts/common/links.js";
import { drawn, gone, page } from "../parts/common/page.js";
import { tabs } from "../parts/common/tabs.js";
import { fairnessDialog } from "../parts/dice/fair-dice.js";
import { rollList } from "../parts/dice/rolls.js";
import { countResult } from "../parts/player/tally.js";
import { openTable, rememberLevel, sameAgain } from "../parts/setup/opening.js";
import { entitle, sounds } from "../parts/table/alerts.js";
import { chat } from "../parts/table/chat.js";
import { actionBar, isWaiting, whyNot } from "../parts/table/commands.js";
import { inviteDialog, levelDialog } from "../parts/table/invite.js";
import { moreDialog } from "../parts/table/menu.js";
import {
  computersOf,
  hasCompany,
  isMe,
  lastTurn,
  mySeat,
  namesOf,
  playing,
  seatAt,
  suitsOf,
} from "../parts/table/model.js";
import { notices } from "../parts/table/notices.js";
import { outcome } from "../parts/table/outcome.js";
import { pace } from "../parts/table/pace.js";
import { scoreWords, seriesWords } from "../parts/table/score.js";
import { seatList } from "../parts/table/seats.js";
import { reason, toDo, verdict } from "../parts/table/status.js";
import { tableGraph } from "../parts/table/table-graph.js";
import { promisedDice, random, set, setting } from "../player.js";
import { reader } from "../positions.js";
import { explain, text } from "../text.js";

const id = pathHere().split("/")[2];
const carried = new URLSearchParams(location.hash.slice(1));
const watch = carried.get("watch") ?? "";

/** Milliseconds after which the page shows that a move is still being sent. */
const SLOW = 700;

let table = null;
let games = [];
let looking = null;
let connection = "open";
let askedAt = -1;
let rolling = false;
/** Whether a move has been in transit for longer than SLOW. */
let sending = false;
let unread = 0;
let invited = null;
/** Whether the game has ended without an announcement so far. */
let ended = false;
const nonceSent = new Set();

const theStage = stage({
  play: (move) => go({ do: "move", move }),
  rollDice: () => go({ do: "roll" }),
  again: () => render(),
  refused: (refusal) => refuse(refusal),
});
const seats = seatList();
const moves = moveList({ look });
const rolls = rollList();
const talk = chat({
  send: (words) => act({ do: "chat", text: words, ...speaker() }),
  unread: (n) => (unread = n),
});
const insights = insight({ changed: () => table && render(), failed: (reason) => refuse(reason) });
const lines = notices({
  act,
  now: () => look(null),
  invite,
  standIn,
  retry: () => dispatchEvent(new Event("online")),
  watch,
});
const evaluation = tableGraph({ id, watch, look });
const bar = actionBar({ press, refuse });
const middle = tabs(
  text("web.panel.label"),
  [
    { name: "moves", label: text("web.panel.moves"), panel: moves.element },
    { name: "rolls", label: text("web.panel.rolls"), panel: rolls.element },
    { name: "chat", label: text("web.panel.chat"), panel: talk.element },
  ],
  (name) => {
    talk.setOpen(name === "chat");
    if (table) render();
  },
);
const title = el("h1", { class: "game-title" });
const options = el("span", { class: "small" });
const crowd = el("span", { class: "small crowd" });
const fair = button(text("web.dice.title"), { kind: "link", onclick: () => fairnessDialog(table) });
const telling = outcome({ press, study, anew });
const paced = pace(came);

addEventListener("setting", () => table && render());
boardKeys(theStage.board, { action: press, back: moves.back, forward: moves.forward });

/** Sends an action; true if it was executed. Shows a refusal beside the board. */
async function act(action) {
  paced.flush();
  try {
    await live.act(action);
    return true;
  } catch (refusal) {
    refuse(refusal);
    return false;
  }
}

/** Sends at most one action per version of the table, so that a double click, or a second one while offline, counts
 * once. True if it was executed. */
async function once(action) {
  const { version } = table;
  if (askedAt === version) return false;
  askedAt = version;
  const isDone = await act({ ...action, version });
  if (!isDone && askedAt === version) askedAt = -1;
  return isDone;
}

/** Sends a move or a roll. */
async function go(action) {
  const seat = playing(table);
  if (askedAt === table.version || !seat || looking) return;
  rolling = action.do === "roll";
  if (rolling) render();
  const late = setTimeout(() => {
    sending = true;
    render();
  }, SLOW);
  const isDone = await once({ ...action, seat });
  clearTimeout(late);
  // An executed action is shown when the table arrives; another redraw now would be slow on a phone.
  const isOld = !isDone || rolling || sending;
  rolling = sending = false;
  if (isOld) render();
}

function refuse(reason) {
  theStage.refuse(explain(reason, namesOf(table)));
}

/** Shows the position after `ply` plies without affecting the game; null returns to it. */
async function look(ply) {
  if (ply === null) looking = null;
  else {
    const asked = { ply, view: looking?.view ?? table.state, steps: [] };
    looking = asked;
    try {
      const found = await api.ply(id, ply, watch);
      if (looking !== asked) return;
      looking = { ply, ...found };
    } catch (refusal) {
      if (looking !== asked) return;
      looking = null;
      render();
      return refuse(refusal);
    }
  }
  theStage.forget();
  render();
}

function invite() {
  invited = inviteDialog(table, { levels: game().levels, act, closed: () => (invited = null) });
}

function standIn(seat) {
  const { name, kind, level: now } = seatAt(table, seat);
  const what = kind === "computer" && table.trouble?.seat !== seat ? "new-level" : "stand-in";
  const chosen = (level) => {
    if (what === "new-level" && !hasCompany(table)) rememberLevel(game().name, now, level);
    return act({ do: "stand_in", seat, level });
  };
  levelDialog(what, name, game(), chosen, now || undefined);
}

const game = () => games.find(({ name }) => name === nameOf(table.state.game));
const levels = () => Object.fromEntries(game().levels.map(({ name, title }) => [name, title]));

const view = () => looking?.view ?? table.state;

/** Executes the action of a button or key. */
async function press(name, wishes = {}) {
  paced.flush();
  const reason = whyNot(table, name, view());
  if (reason) return refuse(reason);
  theStage.forget();
  const seat = mySeat(table);
  if (name === "undo" || name === "redo") await once({ do: "ask", what: name, seat });
  else if (name === "draw") offerDraw(seat);
  else if (name === "resign") resign(seat);
  else if (name === "hint" || name === "values") insights.flip(name);
  else if (name === "lines") set("lines", !setting("lines"));
  else if (name === "from") location.assign(positionLink(view().position));
  else if (name === "chat") showChat();
  else if (name === "more") more();
  else if (name === "rematch") rematch(wishes);
  render();
}

/** Asks for confirmation if the player has all seats, because the offer would be accepted at once. */
async function offerDraw(seat) {
  const alone = table.mine.length === table.seats.length;
  if (!alone || (await sure("web.sure.draw", { no: text("web.sure.keep-playing"), grave: false })))
    act({ do: "ask", what: "draw", seat });
}

async function resign(seat) {
  const name = seatAt(table, seat).name;
  const words = isMe(table, seat) ? text("web.sure.resign.text-you") : text("web.sure.resign.text", { name });
  if (await sure("web.sure.resign", { words, no: text("web.sure.keep-playing") })) act({ do: "resign", seat });
}

function showChat() {
  middle.choose("chat");
  middle.element.scrollIntoView({ block: "nearest" });
  talk.focus();
}

/** Offers a rematch, which begins at once against computers. Players still here when it begins are taken there. */
function rematch({ first }) {
  if (table.next) return goTo(`/t/${table.next}`);
  act({ do: "rematch", first });
}

/** The sender of a chat message: a seat, to the other seats, or a spectator, to the spectators. */
function speaker() {
  if (table.mine.length) return { seat: mySeat(table) };
  return { watch, ...(setting("name") ? { name: setting("name") } : {}) };
}

/** Opens the whole game with its evaluation, at the last decision. */
function study() {
  const ply = Math.max(
    0,
    table.history.findLastIndex(({ kind }) => kind === "move"),
  );
  goTo(`/study?table=${id}#ply=${ply}${watch ? `&watch=${watch}` : ""}`);
}

/** Starts a new game with the same settings. */
async function anew() {
  try {
    await openTable(sameAgain(table));
  } catch (refusal) {
    refuse(refusal);
  }
}

function more() {
  moreDialog({
    table,
    view: view(),
    watch,
    act,
    refuse,
    invite,
    fairness: () => fairnessDialog(table),
    standIn,
    others: bar.others().map((action) => ({ ...action, press: () => press(action.name) })),
  });
}

/** Sends a nonce for the dice from each of my seats, so that the server cannot choose the rolls. */
function salt() {
  if (!table.dice) return;
  promisedDice(id, table.dice.hash);
  if (table.over || table.history.some(({ kind }) => kind === "roll")) return;
  for (const seat of table.mine) {
    if (table.dice.nonces[seat - 1] || nonceSent.has(seat)) continue;
    nonceSent.add(seat);
    live.act({ do: "nonce", seat, nonce: random(12) }).catch(() => {});
  }
}

/** Clocks count from when a table arrived, however late it is shown. */
function receive(next) {
  next.came = performance.now();
  paced.take(next);
}

function came(next) {
  const before = table;
  table = next;
  if (before && before.version !== next.version) theStage.forget();
  if (looking && looking.ply > next.history.length) looking = null;
  if (before && !before.next && next.next && next.mine.length) return goTo(`/t/${next.next}`);
  insights.turned(next.state.position);
  sounds(before, next);
  ended = ended || Boolean(next.over && before && !before.over);
  const news = Boolean(before && before.version < next.version && !looking);
  // Queue animations only for players: the game waits for their moves, so the queue stays short.
  render(news ? (next.last?.steps ?? []) : [], news && next.mine.length > 0 && next.last?.event === "Moved");
  // After render: this changes a setting, which renders the page again without steps and would lose a chain.
  countResult(next);
  invited?.show(next);
  salt();
}

/** Handles the parameters in the address's fragment. */
async function arrived() {
  if (carried.has("invite") && table.owner && !table.began) invite();
  if (carried.has("ply")) await look(Math.min(Number(carried.get("ply")) || 0, table.history.length));
}

function render(steps = looking?.steps ?? [], follows = false) {
  const shown = view();
  const company = hasCompany(table) || !table.mine.length || table.chat.length > 0;
  const history = looking ? table.history.slice(0, looking.ply) : table.history;
  title.textContent = table.title;
  options.textContent = [optionWords(shown.game, game()), seriesWords(table)].filter(Boolean).join(", ");
  fair.hidden = !table.dice;
  crowd.textContent = table.spectators ? text("web.panel.spectators", { n: table.spectators }) : "";
  lines.show(table, { looking: looking?.ply ?? null, connection, sending });
  moves.show(table, looking?.ply ?? null);
  evaluation.show(table, looking?.ply ?? null);
  talk.show(table);
  rolls.show(table);
  middle.offer("rolls", Boolean(table.dice));
  middle.offer("chat", company);
  middle.setLabel("chat", unread ? text("web.action.unread", { n: unread }) : text("web.panel.chat"));
  bar.show(table, { view: shown, on: { ...insights.on, lines: setting("lines") }, company, unread });
  theStage.board.classList.toggle("looking", looking !== null);
  theStage.show(shown, {
    mine: looking || !playing(table) ? [] : [playing(table)],
    suits: suitsOf(table),
    last: lastTurn(history),
    steps,
    follows,
    ...insights.look(shown, table.hints && !isWaiting(table, shown)),
    dice: table.dice && !looking ? { faces: table.dice.faces, rolling } : null,
    label: table.title,
    turn: looking || table.over ? undefined : plain(toDo(table)),
    aids: table.hints,
    outcome: looking ? null : table.outcome,
    computers: computersOf(table),
  });
  const pending = table.over && theStage.busy;
  seats.show(pending ? { ...table, over: false, outcome: null } : table, levels());
  telling.show(table, pending);
  if (ended && !pending) {
    ended = false;
    exclaim([verdict(table), reason(table), ...scoreWords(table)].join(" "));
  }
  theStage.tell(insights.words(shown, isWaiting(table, shown)));
  entitle(table);
}

function connected(state, reason) {
  connection = state;
  if (state === "gone") leave(reason);
  else if (table) render();
}

function leave(reason) {
  header("play");
  gone(reason);
}

function lay() {
  const panel = { class: "panel", "aria-label": text("web.panel.game") };
  page.replaceChildren(
    ...boardPage(
      theStage,
      [el("div", { class: "title-row" }, title, options, crowd, fair), seats.element, lines.element, telling.element],
      el("section", panel, middle.element, evaluation.element, bar.element),
    ),
  );
}

header("play");
let live = null;
try {
  games = await api.games();
  const first = await api.table(id, watch);
  header("play", first.title);
  lay();
  live = api.follow(id, { watch, reader: await reader(first.game), table: receive, connection: connected });
  receive(first);
  await arrived();
} catch (refusal) {
  leave(refusal.message);
}
drawn();
