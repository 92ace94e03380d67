// A read-only board embedded in another site's page: a puzzle, a game or a position. This page does not know the
// player: nothing that it imports reads the browser's storage, and its requests are anonymous.

import { createBoard, nameOf } from "../games.js";
import { request } from "../http.js";
import { moveList } from "../parts/board/move-list.js";
import { optionWords } from "../parts/board/pictures.js";
import { el, emblem, logo, sentence } from "../parts/common/element.js";
import { drawn, page } from "../parts/common/page.js";
import { computersOf, lastTurn, nameAt, suitsOf } from "../parts/table/model.js";
import { scoreWords } from "../parts/table/score.js";
import { reason, toDo, turnOf, verdict } from "../parts/table/status.js";
import { text } from "../text.js";

/** Milliseconds between updates of a game in progress. */
const AGAIN = 10_000;
const THEMES = ["light", "dark"];

const [, , kind, id = ""] = location.pathname.split("/");
const asked = new URLSearchParams(location.search);
const carried = new URLSearchParams(location.hash.slice(1));
const watch = carried.get("watch");
const part = encodeURIComponent;

const board = el("div", { class: "board-place" });
const well = el("div", { class: "well" });
const nothing = () => {};
let shown = null;

const get = async (path) => (await request("GET", path, { headers: watch ? { "Watch-Code": watch } : {} })).json();

/** Shows a position; `last` is the turn before it, `computers` the seats that they play. */
function show(view, { title, suits, last = null, outcome = null, computers = [] }) {
  shown ??= createBoard(view.game, {
    board,
    well,
    play: nothing,
    rollDice: nothing,
    whyNot: nothing,
    say: nothing,
    keep: nothing,
    busy: nothing,
  });
  const label = text("web.board-of", { game: title });
  const off = { steps: [], hint: null, values: null, lines: false, dice: null, letters: false, speed: "off" };
  shown.show(view, { mine: [], suits, last, label, outcome, computers, ...off });
}

/** Builds the page; `address` is the corresponding page of the site, `rest` goes below the board. */
function lay(name, facts, address, rest) {
  document.title = text("web.title.page", { title: name });
  page.replaceChildren(
    el("div", { class: "embed-head" }, el("h1", {}, name), el("span", { class: "small" }, facts)),
    board,
    well,
    ...rest,
    el(
      "p",
      { class: "embed-foot" },
      el("a", { href: address, target: "_blank", rel: "noopener" }, logo(), el("span", {}, text("web.embed.open"))),
    ),
  );
}

const words = (...said) => el("p", { class: "status" }, sentence(said));
const gameOf = async (written) => (await get("/api/games")).find(({ name }) => name === nameOf(written));

async function puzzle() {
  const found = await get(`/api/puzzles/${part(id)}`);
  const game = await gameOf(found.game);
  const suit = game.suits[found.view.turn - 1];
  const name = text("web.puzzles.name", { game: found.title, n: Number(found.id.split("-").at(-1)) });
  const goal = text(`web.puzzles.goal.${found.goal}`, { name: text(`web.colour-name.${suit}`) });
  lay(name, optionWords(found.view.game, game), `/puzzles/${part(found.id)}`, [
    el("p", { class: "status embed-goal" }, emblem(suit), goal),
  ]);
  show(found.view, { title: found.title, suits: game.suits });
}

async function position() {
  const { view } = await get(`/api/position?position=${part(asked.get("position") ?? "")}`);
  const game = await gameOf(view.game);
  const seats = game.suits.map((suit) => text(`web.colour-name.${suit}`));
  const over = ({ winner }) =>
    winner ? text("web.status.wins", { name: seats[winner - 1] }) : text("web.status.draw");
  const said = view.outcome ? over(view.outcome) : turnOf(seats[view.turn - 1], view.phase);
  lay(game.title, optionWords(view.game, game), `/study?position=${part(view.position)}`, [words(said)]);
  show(view, { title: game.title, suits: game.suits });
}

async function table() {
  const at = `/api/tables/${part(id)}`;
  let now = await get(at);
  let ply = carried.has("ply") ? Math.min(Number(carried.get("ply")) || 0, now.history.length) : null;
  const game = await gameOf(now.state.game);
  const players = el("ul", { class: "embed-players", "aria-label": text("web.seat.label") });
  const status = el("p", { class: "status", role: "status" });
  const moves = moveList({ look });

  async function look(n) {
    ply = n === now.history.length ? null : n;
    await render();
  }

  async function render() {
    const wanted = ply;
    const view = wanted === null ? now.state : (await get(`${at}/plies/${wanted}`)).view;
    if (wanted !== ply) return;
    players.replaceChildren(
      ...now.seats.map(({ seat, suit }) => el("li", {}, emblem(suit), el("b", {}, nameAt(now, seat)))),
    );
    const said = now.over ? [[verdict(now), reason(now), ...scoreWords(now)].join(" ")] : toDo(now);
    status.replaceChildren(...sentence(said));
    show(view, {
      title: now.title,
      suits: suitsOf(now),
      last: lastTurn(now.history.slice(0, wanted ?? undefined)),
      outcome: wanted === null ? now.outcome : null,
      computers: computersOf(now),
    });
    moves.show({ ...now, game: now.state.game }, wanted);
  }

  async function follow() {
    if (now.over || document.visibilityState !== "visible") return;
    const next = await get(at).catch(() => null);
    if (!next || next.version === now.version) return;
    now = next;
    await render();
  }

  lay(now.title, optionWords(now.state.game, game), `/t/${part(id)}${watch ? `#watch=${part(watch)}` : ""}`, [
    players,
    status,
    moves.element,
  ]);
  await render();
  setInterval(follow, AGAIN);
}

if (THEMES.includes(asked.get("theme"))) document.documentElement.dataset.theme = asked.get("theme");
try {
  await { puzzles: puzzle, study: position, t: table }[kind]();
} catch (refusal) {
  lay(text("web.failed.title"), "", "/", [el("p", { class: "error", role: "alert" }, refusal.message)]);
  board.remove();
  well.remove();
}
drawn();
