// Puzzles: the list by game and grade, and one to solve against the best defence.

import { hasServer, linkTo, pathHere } from "../addresses.js";
import * as api from "../api.js";
import { makeEngine } from "../engine/engine.js";
import { tryPuzzle } from "../engine/puzzle.js";
import { drawsLines, inOrder, moveText } from "../games.js";
import { badge } from "../parts/board/analysis.js";
import { boardPage } from "../parts/board/board-page.js";
import { optionWords, picture } from "../parts/board/pictures.js";
import { desk } from "../parts/board/practice-board.js";
import { copyField, embedField } from "../parts/common/copy-field.js";
import { openDialog } from "../parts/common/dialog.js";
import { button, el, emblem, icon, plain, sentence } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { studyLink } from "../parts/common/links.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { score, settle, skip } from "../parts/study/puzzle-score.js";
import { set, setting } from "../player.js";
import { parts, text } from "../text.js";

const id = pathHere().split("/")[2] ?? "";
const engine = makeEngine();
const solved = () => setting("puzzles") ?? [];
const isSolved = (puzzle) => solved().includes(puzzle.id);
const address = (puzzle) => `/puzzles/${puzzle.id}`;
const number = (puzzle) => Number(puzzle.id.split("-").at(-1));

/** A game's next unsolved puzzle, preferably after the given one; null if all are solved. */
function nextOf(all, game, after = "") {
  const open = all.filter((puzzle) => puzzle.game === game && !isSolved(puzzle) && puzzle.id !== after);
  const order = (puzzle) => puzzle.grade * 10_000 + number(puzzle);
  const here = all.find((puzzle) => puzzle.id === after);
  const sorted = open.sort((a, b) => order(a) - order(b));
  return sorted.find((puzzle) => here && order(puzzle) > order(here)) ?? sorted[0] ?? null;
}

/** The player's rating and streak, in words. */
function scoreWords() {
  const { rating, streak, best } = score();
  return [text("web.puzzles.rating", { rating }), ...(best ? [text("web.puzzles.streak", { n: streak, best })] : [])];
}

// All puzzles

async function showAll(games, all) {
  document.title = text("web.title.page", { title: text("web.puzzles.title") });
  page.className = "all-puzzles";
  const daily = all.length ? await api.dailyPuzzle() : null;
  const sections = inOrder(games).filter((game) => all.some((puzzle) => puzzle.game === game.name));
  page.replaceChildren(
    el("h1", {}, text("web.puzzles.title")),
    el("p", { class: "second" }, all.length ? text("web.puzzles.intro") : text("web.puzzles.none")),
    all.length && el("p", { class: "puzzle-score" }, scoreWords().join(" · ")),
    daily && today(games, daily),
    ...sections.map((game) => section(game, all)),
  );
}

function today(games, daily) {
  const { suits } = games.find(({ name }) => name === daily.game);
  return el(
    "section",
    { class: "today", "aria-label": text("web.puzzles.daily") },
    el("a", { href: address(daily), tabindex: -1, "aria-hidden": "true" }, picture(daily.view, { suits })),
    el(
      "div",
      {},
      el("h2", {}, text("web.puzzles.daily")),
      el("p", {}, text("web.puzzles.daily-about", { game: daily.title, grade: daily.grade })),
      el("a", { class: "button primary", href: address(daily) }, text("web.puzzles.solve")),
    ),
  );
}

function section(game, all) {
  const mine = all.filter((puzzle) => puzzle.game === game.name);
  const next = nextOf(all, game.name);
  const grades = [...new Set(mine.map(({ grade }) => grade))].sort();
  return el(
    "section",
    { class: "puzzle-game", "aria-label": game.title },
    el(
      "div",
      { class: "row spread" },
      el("h2", {}, game.title),
      el(
        "span",
        { class: "small" },
        text("web.puzzles.solved", { done: mine.filter(isSolved).length, all: mine.length }),
      ),
      next && el("a", { class: "button strong small-button", href: address(next) }, text("web.puzzles.next")),
    ),
    grades.map((grade) =>
      el(
        "div",
        { class: "puzzle-grade" },
        el("h3", { class: "label" }, text("web.puzzles.grade", { grade })),
        el(
          "ul",
          {},
          mine.filter((puzzle) => puzzle.grade === grade).map((puzzle) => el("li", {}, link(game, puzzle))),
        ),
      ),
    ),
  );
}

function link(game, puzzle) {
  const done = isSolved(puzzle);
  return el(
    "a",
    {
      href: address(puzzle),
      class: done ? "puzzle-link done" : "puzzle-link",
      "aria-label": text(done ? "web.puzzles.name-solved" : "web.puzzles.name", {
        game: game.title,
        n: number(puzzle),
      }),
    },
    done ? icon("check") : String(number(puzzle)),
  );
}

// One puzzle

async function showOne(games, all) {
  const puzzle = await api.puzzle(id);
  const game = games.find(({ name }) => name === puzzle.game);
  const me = puzzle.view.turn;
  const board = desk({ title: game.title, suits: game.suits, played: attempt });
  const feedback = el("p", { class: "lesson-feedback", role: "status" });
  const hint = button(text("web.puzzles.hint"), { icon: "hint", onclick: help });
  const restart = button(text("web.puzzles.restart"), { icon: "first", onclick: () => begin() });
  const lines = button(text("web.action.lines"), { icon: "lines", onclick: () => set("lines", !setting("lines")) });
  const studying = el("a", { class: "button plain" }, text("web.puzzles.study"));
  const next = el("a", { class: "button primary main" }, text("web.puzzles.next"));
  const mark = el("span", { class: "small" });
  let line = [];
  let busy = false;
  let over = false;
  let visit = 0;
  let helped = false;

  function begin() {
    visit += 1;
    [line, busy, over] = [[], false, false];
    board.lay(puzzle.view, [me]);
    say([""]);
    tell();
  }

  function say(words) {
    if (feedback.textContent !== plain(words)) feedback.replaceChildren(...sentence(words));
  }

  function tell() {
    const after = nextOf(all, puzzle.game, puzzle.id);
    next.hidden = !after || !over;
    if (after) next.href = address(after);
    hint.hidden = over;
    restart.hidden = !line.length;
    lines.hidden = !drawsLines(board.view);
    lines.setAttribute("aria-pressed", String(Boolean(setting("lines"))));
    studying.href = studyLink(board.view.position);
    const mine = all.filter((one) => one.game === puzzle.game);
    const done = text("web.puzzles.solved", { done: mine.filter(isSolved).length, all: mine.length });
    mark.textContent = [done, ...scoreWords()].join(" · ");
  }

  /** Lets the engine judge a move and answer a correct one, until the goal is certain. */
  async function attempt(token) {
    if (busy || over) return;
    busy = true;
    const here = visit;
    say([text("web.puzzles.thinking")]);
    try {
      const found = await tryPuzzle(engine, puzzle, { move: token, line });
      if (here !== visit) return;
      if (found.right) await follow(token, found);
      else wrong(token, found.value);
    } catch (refusal) {
      if (here !== visit) return;
      board.again();
      say([""]);
      board.refuse(refusal.message);
    }
    if (here !== visit) return;
    busy = false;
    tell();
  }

  async function follow(token, { reply, solved: done }) {
    for (const move of [token, ...reply]) {
      if (!(await board.make(move))) return;
      line = [...line, move];
    }
    over = done;
    if (done && !helped && !isSolved(puzzle)) {
      settle(puzzle, true);
      set("puzzles", [...solved(), puzzle.id]);
    }
    if (done) board.again({ seats: [] });
    say([done ? finished() : text("web.puzzles.right")]);
  }

  function wrong(token, value) {
    const found = value ? badge(value, me) : { kind: "other" };
    settle(puzzle, false);
    board.again({ wrong: token });
    say([""]);
    const move = moveText(puzzle.game, token);
    board.refuse(text(wrongKey(found.kind, value), { move, n: value?.distance, percent: found.text }));
  }

  function wrongKey(kind, value) {
    if (kind === "estimate" && value.exact) return "web.puzzles.wrong-best";
    if (kind === "draw") return "web.puzzles.wrong-draw";
    if (kind !== "loss") return "web.puzzles.wrong";
    return value.distance ? "web.puzzles.wrong-loss-in" : "web.puzzles.wrong-loss";
  }

  function finished() {
    if (helped) return text("web.puzzles.helped");
    if (board.view.outcome) return text("web.puzzles.ended");
    return text(`web.puzzles.done-${puzzle.goal}`);
  }

  async function help() {
    const { position } = board.view;
    try {
      const { best } = await engine.analyse({ position, seconds: 3 });
      if (position !== board.view.position) return;
      helped = true;
      skip(puzzle);
      board.again({ hint: best });
      say(parts("web.puzzles.shown", { move: { em: moveText(puzzle.game, best) } }));
    } catch (refusal) {
      board.refuse(refusal.message);
    }
  }

  const suit = game.suits[me - 1];
  header("puzzles", game.title);
  document.title = text("web.title.page", { title: text("web.puzzles.page", { id: puzzle.id }) });
  addEventListener("setting", () => board.view && tell());
  page.replaceChildren(
    ...boardPage(
      board,
      [
        el(
          "div",
          { class: "title-row" },
          el("h1", { class: "game-title" }, text("web.puzzles.name", { game: game.title, n: number(puzzle) })),
          mark,
        ),
        el(
          "div",
          { class: "lesson" },
          el(
            "p",
            { class: "label" },
            `${text("web.puzzles.grade-of", { grade: puzzle.grade })}, ${optionWords(puzzle.view.game, game)}`,
          ),
          el(
            "p",
            { class: "puzzle-goal" },
            emblem(suit),
            text(`web.puzzles.goal.${puzzle.goal}`, { name: text(`web.colour-name.${suit}`) }),
          ),
          puzzle.moves_to_end &&
            puzzle.goal === "win" &&
            el("p", { class: "small" }, text("web.puzzles.within", { n: puzzle.moves_to_end })),
          feedback,
        ),
        el("div", { class: "row lesson-actions" }, next),
      ],
      el(
        "section",
        { class: "panel", "aria-label": text("web.puzzles.title") },
        el(
          "div",
          { class: "row lesson-actions" },
          hint,
          restart,
          lines,
          studying,
          button(text("web.puzzles.share"), { icon: "link", onclick: () => share(puzzle, game) }),
          el("a", { class: "link", href: "/puzzles" }, text("web.puzzles.all")),
        ),
      ),
    ),
  );
  begin();
}

function share(puzzle, game) {
  openDialog(
    text("web.puzzles.share-title"),
    el(
      "div",
      { class: "stack" },
      copyField(text("web.puzzles.link"), linkTo(address(puzzle))),
      hasServer &&
        embedField(`/embed${address(puzzle)}`, text("web.puzzles.name", { game: game.title, n: number(puzzle) })),
    ),
  );
}

header("puzzles");
try {
  const [games, all] = await Promise.all([api.games(), api.puzzles()]);
  await (id ? showOne(games, all) : showAll(games, all));
} catch (refusal) {
  failed(refusal.message);
}
drawn();
