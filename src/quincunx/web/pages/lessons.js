// Lessons: steps on a real board. They are data (a game's lesson.json); the rules judge the moves.

import { pathHere } from "../addresses.js";
import * as api from "../api.js";
import { hasKeyboard } from "../boards/phrases.js";
import { makeEngine } from "../engine/engine.js";
import { drawsLines, hasLesson, inOrder, lesson, moveText } from "../games.js";
import { boardPage } from "../parts/board/board-page.js";
import { picture } from "../parts/board/pictures.js";
import { desk } from "../parts/board/practice-board.js";
import { button, el } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { studyLink } from "../parts/common/links.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { set, setting } from "../player.js";
import { text } from "../text.js";

const name = pathHere().split("/")[2] ?? "";
const engine = makeEngine();
const done = (game) => setting("lessons")?.[game] ?? [];

// All lessons

async function showAll(games) {
  document.title = text("web.title.page", { title: text("web.lessons.title") });
  const entries = await Promise.all(games.filter((game) => hasLesson(game.name)).map(entry));
  page.className = "all-lessons";
  page.replaceChildren(
    el("h1", {}, text("web.lessons.title")),
    el("p", { class: "second" }, text("web.lessons.intro")),
    el("ul", { class: "lesson-list" }, entries),
  );
}

function progress(done, all) {
  if (done >= all) return text("web.lessons.completed");
  return done ? text("web.lessons.progress", { done, all }) : text("web.lessons.count", { n: all });
}

async function entry(game) {
  const { steps } = await lesson(game.name);
  const { view } = await api.position(steps.at(-1).play);
  const many = done(game.name).length;
  const verb = text(many >= steps.length ? "web.lessons.again" : many ? "web.lessons.continue" : "web.lessons.begin");
  const href = `/lessons/${game.name}`;
  return el(
    "li",
    {},
    el("a", { href, tabindex: -1, "aria-hidden": "true" }, picture(view, { suits: game.suits })),
    el(
      "div",
      {},
      el("h2", {}, game.title),
      el("p", {}, game.summary),
      el("p", { class: "small" }, progress(many, steps.length)),
      el(
        "a",
        { class: "button strong", href, "aria-label": text("web.lessons.link", { action: verb, game: game.title }) },
        verb,
      ),
    ),
  );
}

// One lesson

async function showLesson(game) {
  const { steps } = await lesson(game.name);
  const board = desk({ title: game.title, suits: game.suits, played: attempt, rolled: toss });
  const count = el("p", { class: "label" });
  const title = el("h2", { tabindex: -1 });
  const body = el("p", { class: "lesson-text" });
  const feedback = el("p", { class: "lesson-feedback", role: "status" });
  const back = button(text("web.lessons.back"), { icon: "back", onclick: () => go(at - 1) });
  const next = button(text("web.lessons.next"), {
    kind: "primary main",
    onclick: () => (solved ? go(at + 1) : board.refuse(text("web.lessons.first"))),
  });
  const hint = button(text("web.lessons.hint"), { icon: "hint", onclick: help });
  const retry = button(text("web.lessons.retry"), { kind: "primary main", onclick: () => go(at) });
  const lines = button(text("web.action.lines"), {
    icon: "lines",
    onclick: () => {
      board.lines = !board.lines;
      tell();
    },
  });
  const study = el("a", { class: "button plain" }, text("web.lessons.study"));
  const play = el(
    "a",
    { class: "button primary main", href: `/new?game=${game.name}&with=computer` },
    text("web.lessons.play", { game: game.title }),
  );
  const list = el("ol", { class: "step-list", "aria-label": text("web.lessons.steps") });
  let at = 0;
  let solved = false;
  let busy = false;
  let visit = 0;
  let wished = 0;

  const step = () => steps[at];
  const isTask = () => Boolean(step().moves ?? step().avoid);

  /** Shows a step once its position is loaded; of several requests only the last counts. */
  async function show(n) {
    const to = Math.min(Math.max(n, 0), steps.length - 1);
    const wish = ++wished;
    const { view } = await api.position(steps[to].position ?? steps[to].play);
    if (wish !== wished) return;
    [at, solved, busy] = [to, false, false];
    visit += 1;
    board.lines = step().lines ? true : null; // for this step only
    board.lay(view, isTask() || step().play ? [view.turn] : []);
    if (!isTask() && !step().play) solve();
    count.textContent = text("web.lessons.step", { step: at + 1, all: steps.length });
    title.textContent = step().title;
    body.textContent = [step().text, hasKeyboard && step().keys].filter(Boolean).join(" ");
    say("");
    history.replaceState(null, "", `#step=${at + 1}`);
    tell();
    title.focus();
  }

  const go = (n) => show(n).catch(refuse);

  function refuse(refusal) {
    board.refuse(refusal.message);
  }

  function say(words) {
    feedback.textContent = words;
  }

  function solve() {
    solved = true;
    const before = done(game.name);
    if (!before.includes(at)) set("lessons", { ...setting("lessons"), [game.name]: [...before, at] });
  }

  function tell() {
    const over = Boolean(step().play && board.view.outcome);
    back.setAttribute("aria-disabled", String(at === 0));
    next.setAttribute("aria-disabled", String(!solved));
    next.hidden = at === steps.length - 1;
    hint.hidden = solved || over || !(isTask() || step().play);
    retry.hidden = !over || solved;
    play.hidden = !(over && solved);
    lines.hidden = !drawsLines(board.view);
    lines.setAttribute("aria-pressed", String(board.lines));
    study.href = studyLink(board.view.position);
    list.replaceChildren(
      ...steps.map((one, i) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              class: done(game.name).includes(i) ? "step-done" : "",
              "aria-current": i === at && "step",
              "aria-label": stepName(one, i),
              onclick: () => go(i),
            },
            String(i + 1),
          ),
        ),
      ),
    );
  }

  const stepName = ({ title }, i) =>
    text(done(game.name).includes(i) ? "web.lessons.step-done" : "web.lessons.step-name", { step: i + 1, title });

  const isWanted = ({ moves, avoid }, token) =>
    avoid ? !avoid.includes(token) : moves === "any" || moves.includes(token);

  /** The learner's move: plays it if the step asks for it, otherwise says why not. */
  async function attempt(token) {
    if (busy || solved) return;
    if (step().play) return void (await playOn(token));
    if (!isWanted(step(), token)) {
      board.again();
      board.refuse(step().wrong?.[token] ?? step().wrong?.["*"] ?? text("web.lessons.wrong"));
      return;
    }
    await trying(async () => {
      if (!(await board.make(token))) return;
      board.again({ seats: [] });
      solve();
      say(step().right ?? "");
    });
  }

  /** Rolls the dice: with a fixed result in a step, at random in a game. */
  async function toss() {
    if (busy || solved) return;
    if (!step().play) return void (await attempt(step().moves[0]));
    await playOn(api.rollDice(board.view.position).then((found) => found.roll));
  }

  /** The last step, a game against the computer. `wanted` is a move, or a promise of a roll, which may also end the
   * turn. */
  async function playOn(wanted) {
    const here = visit;
    const me = board.view.turn;
    await trying(async () => {
      const token = await wanted;
      if (here !== visit || !(await board.make(token))) return;
      while (here === visit && !board.view.outcome && board.view.turn !== me) await answer();
      if (here === visit) ended(me);
    });
  }

  async function answer() {
    say(text("web.lessons.thinking"));
    const { position, actor } = board.view;
    const move =
      actor === 0
        ? (await api.rollDice(position)).roll
        : (await engine.analyse({ position, level: step().level })).best;
    if (position === board.view.position) await board.make(move);
  }

  function ended(me) {
    const { outcome } = board.view;
    if (!outcome) return say(text("web.lessons.your-turn"));
    if (outcome.winner === me) solve();
    say(text(outcome.winner === me ? "web.lessons.won" : outcome.winner ? "web.lessons.lost" : "web.lessons.drawn"));
  }

  /** Runs one action at a time; shows refusals of the rules or the server beside the board. */
  async function trying(action) {
    busy = true;
    const here = visit;
    try {
      await action();
    } catch (refusal) {
      if (here === visit) board.again();
      refuse(refusal);
    }
    if (here !== visit) return;
    busy = false;
    tell();
  }

  async function help() {
    const { position, actor, moves } = board.view;
    const wanted = step().play ? null : moves.find((token) => isWanted(step(), token));
    if (actor === 0) return board.refuse(text("web.off.dice"));
    try {
      const found = wanted ?? (await engine.analyse({ position, seconds: 1 })).best;
      if (position !== board.view.position) return;
      board.again({ hint: found });
      say(text("web.analysis.hint", { move: moveText(game.name, found) }));
    } catch (refusal) {
      refuse(refusal);
    }
  }

  header("lessons", game.title);
  document.title = text("web.title.page", { title: text("web.lessons.of", { game: game.title }) });
  addEventListener("setting", () => board.view && tell());
  page.replaceChildren(
    ...boardPage(
      board,
      [
        el(
          "div",
          { class: "title-row" },
          el("h1", { class: "game-title" }, text("web.lessons.of", { game: game.title })),
        ),
        list,
        el("div", { class: "lesson" }, count, title, body, feedback),
        el("div", { class: "row lesson-actions" }, back, next, retry, play),
      ],
      el(
        "section",
        { class: "panel", "aria-label": text("web.lessons.of", { game: game.title }) },
        el(
          "div",
          { class: "row lesson-actions" },
          hint,
          lines,
          study,
          el("a", { class: "link", href: "/lessons" }, text("web.lessons.all")),
        ),
      ),
    ),
  );
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("step")) - 1;
  const undone = steps.findIndex((_, i) => !done(game.name).includes(i));
  await show(asked >= 0 ? asked : Math.max(undone, 0));
}

header("lessons");
try {
  const games = inOrder(await api.games());
  const game = games.find((one) => one.name === name && hasLesson(name));
  await (game ? showLesson(game) : showAll(games));
} catch (refusal) {
  failed(refusal.message);
}
drawn();
