// A new game: a form generated from the game's options, and a board with the starting position.

import { goTo, hasServer } from "../addresses.js";
import * as api from "../api.js";
import { hasOwnColours, inOrder, nameOf, SUITS } from "../games.js";
import { optionWords, picture } from "../parts/board/pictures.js";
import { choice, labelled, segments, stepper } from "../parts/common/controls.js";
import { button, el, fresh } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { rememberName } from "../parts/player/name.js";
import { lastLevel, newSeat, openTable, ordered, startingWith, written as gameText } from "../parts/setup/opening.js";
import { promise, seatForm } from "../parts/setup/seat-form.js";
import { lastChoice, rememberChoice } from "../player.js";
import { exampleView } from "../positions.js";
import { choices, explain, text } from "../text.js";

/** Options about the players rather than the board: shown with the seats. */
const SEAT_OPTIONS = ["seats", "first"];
const PATIENCE = 200;
/** The highest target of a series that the server accepts. */
const MOST_POINTS = 1000;
/** The clocks to choose from: seconds per seat, and increment per turn. */
const PACES = [
  ["", "none"],
  ["180+2", "short"],
  ["600+5", "long"],
  ["other", "custom"],
];

const asked = new URLSearchParams(location.search);
const preview = el("div", { class: "preview" });
const note = el("p", { class: "small" });
const failure = el("p", { class: "error", role: "alert" });
let games = [];

async function start() {
  document.title = text("web.title.page", { title: text("web.form.page") });
  games = inOrder(await api.games());
  const position = asked.get("position");
  const name = position ? nameOf(position) : asked.get("game");
  const game = games.find((one) => one.name === name) ?? games[0];
  const { view } = position ? await api.position(position) : {};
  await show(game, position && { text: position, view }, asked.get("with"));
}

async function show(game, position, company) {
  const kept = lastChoice(game.name) ?? {};
  const controls = new Map();
  if (!position) {
    for (const option of game.options) {
      const control = choice(option, () => changed(option.key));
      if (kept.options?.[option.key] !== undefined) control.value = kept.options[option.key];
      controls.set(option.key, control);
    }
  }
  const seats = seatForm({
    game: game.name,
    levels: game.levels,
    fixedSuits: hasOwnColours(game),
    changed: say,
  });
  const starts = labelled(
    { label: text("web.form.starts"), help: "" },
    segments(
      choices(["first", "second", "random"], (name) => `web.form.first.${name}`),
      kept.starts ?? "first",
      say,
    ),
  );
  const table = tableControls(kept, say);
  const main = button(text("web.form.play-computer", { n: 1 }), { kind: "primary main", type: "submit" });
  const form = el(
    "form",
    { novalidate: true, onsubmit: open },
    group(text("web.form.players"), [
      part("seats"),
      seats.element,
      !position && !controls.has("first") && starts.element,
      part("first"),
    ]),
    [...controls.keys()].some((key) => !SEAT_OPTIONS.includes(key)) &&
      group(
        text("web.form.board"),
        [...controls].filter(([key]) => !SEAT_OPTIONS.includes(key)).map(([, control]) => control.element),
      ),
    group(text("web.form.table"), [
      table.pace.element,
      table.other,
      table.target.element,
      hasServer && table.listed.element,
    ]),
    el(
      "div",
      { class: "form-end" },
      failure,
      main,
      el("a", { class: "button plain main", href: "/" }, text("web.cancel")),
      el("span", { class: "small" }, text("web.form.kept")),
    ),
  );
  let touched = "";
  let timer = 0;
  let shown = 0;
  let opening = false;

  function part(key) {
    return controls.get(key)?.element ?? null;
  }

  const chosenOptions = () => Object.fromEntries([...controls].map(([key, control]) => [key, control.value]));

  function written() {
    return position ? position.view.game : gameText(game, chosenOptions());
  }

  /** Updates the preview shortly after the last change; only the last answer counts. */
  function changed(key) {
    touched = key;
    clearTimeout(timer);
    timer = setTimeout(look, PATIENCE);
  }

  async function look() {
    const turn = ++shown;
    clear();
    try {
      const { seats: count, random, levels, options, view } = await api.game(written());
      if (turn !== shown) return;
      seats.levels = levels;
      for (const [key, control] of controls) control.narrow(options[key]);
      sitDown(count);
      preview.replaceChildren(
        picture(position?.view ?? view, {
          suits: seats.seats.map(({ suit }) => suit),
          label: text("web.form.preview-label"),
        }),
      );
      note.textContent = position
        ? text("web.form.from-position", { options: optionWords(view.game, game) })
        : text(random ? "web.form.preview-random" : "web.form.preview");
      main.disabled = opening;
    } catch (refusal) {
      if (turn !== shown) return;
      if (yieldTo(refusal)) await look();
      else blame(refusal);
    }
  }

  /** Resets the option that conflicts with the one just changed to its default; true if there was one. */
  function yieldTo(refusal) {
    const key = optionOf(refusal);
    const usual = game.options.find((option) => option.key === key)?.default;
    if (!key || key === touched || controls.get(key).value === usual) return false;
    controls.get(key).value = usual;
    return true;
  }

  /** Fills the seats with the players of last time, unless the page's address asks for others. */
  function sitDown(count) {
    const before = seats.seats.length ? seats.seats : company ? [] : (kept.seats ?? []);
    const taken = Array.from(
      { length: count },
      (_, index) => before[index] ?? newSeat(index, company ?? "computer", game.suits, lastLevel(game, kept)),
    );
    seats.seats = hasOwnColours(game)
      ? taken.map((seat, index) => ({ ...seat, suit: game.suits[index] }))
      : distinct(taken);
    say();
  }

  function say() {
    main.lastElementChild.textContent = promise(seats.seats, table.listed.value === "listed");
  }

  function clear() {
    failure.textContent = "";
    for (const control of [...controls.values(), table.pace, table.target, table.listed]) control.error = "";
    for (const index of seats.seats.keys()) seats.fail(index + 1, "");
  }

  /** Shows a refusal under the control at fault, or above the button if there is none. */
  function blame(refusal) {
    main.disabled = opening;
    const field = optionOf(refusal) ?? refusal.field.split(".").find((word) => controls.has(word)) ?? refusal.field;
    const seat = field.match(/seats\D(\d)/);
    const reason = explain(controls.has(refusal.args.option) ? (refusal.args.reason ?? refusal) : refusal);
    const control =
      controls.get(field) ?? (field.startsWith("pace") ? table.pace : field === "target" ? table.target : null);
    if (control) {
      control.error = reason;
      return;
    }
    if (!(seat && seats.fail(Number(seat[1]) + 1, reason))) failure.textContent = reason;
  }

  /** The option that a message is about: from its arguments, or from the first word of its key. */
  function optionOf({ code, args }) {
    const word = code.split(".")[1]?.split("-")[0];
    return [args.option, word].find((key) => controls.has(key));
  }

  async function open(event) {
    event.preventDefault();
    clear();
    main.disabled = opening = true;
    const order = ordered(seats.seats);
    const fixed = position || controls.has("first");
    try {
      const request = {
        game: written(),
        ...startingWith(fixed ? "first" : starts.value, order),
        listed: table.listed.value === "listed",
        ...(table.chosen() ? { pace: table.chosen() } : {}),
        ...(Number(table.target.value) ? { target: Number(table.target.value) } : {}),
        ...(position ? { start: position.text } : {}),
      };
      await openTable(request, (path) => {
        remember();
        goTo(path);
      });
    } catch (refusal) {
      opening = false;
      blame(refusal);
    }
  }

  function remember() {
    const mine = seats.seats.find(({ kind }) => kind === "person");
    if (mine) rememberName(mine.name);
    rememberChoice(game.name, {
      options: position ? kept.options : chosenOptions(),
      level: seats.seats.find(({ kind }) => kind === "computer")?.level ?? lastLevel(game, kept),
      seats: seats.seats,
      starts: starts.value,
      pace: table.chosen(),
      target: Number(table.target.value),
      listed: table.listed.value,
    });
  }

  header("play", game.title);
  failure.textContent = "";
  const others = position ? null : chooser(game, company);
  await Promise.all([look(), others?.painted]); // show the form and its seats together
  page.replaceChildren(
    el("aside", { class: "start" }, others?.element, preview, note),
    el(
      "div",
      { class: "form" },
      el(
        "div",
        { class: "form-head" },
        el("h1", {}, text(position ? "web.form.from" : "web.form.title", { game: game.title })),
        el("a", { class: "link", href: `/rules/${game.name}` }, text("web.form.rules")),
      ),
      form,
    ),
  );
}

/** Not a fieldset: in WebKit a legend is not a grid item, and the fields would move into its column. */
function group(name, children) {
  const id = fresh("group");
  return el(
    "div",
    { class: "group", role: "group", "aria-labelledby": id },
    el("span", { id, class: "group-name" }, name),
    el("div", { class: "fields" }, children),
  );
}

/** Makes the suits distinct, for example after the number of seats has changed. */
function distinct(seats) {
  const free = SUITS.filter((suit) => !seats.some((seat) => seat.suit === suit));
  const used = new Set();
  return seats.map((seat) => {
    const suit = used.has(seat.suit) ? free.shift() : seat.suit;
    used.add(suit);
    return { ...seat, suit };
  });
}

function tableControls(kept, changed) {
  const paces = Object.fromEntries(PACES.map(([pace, name]) => [pace, text(`web.form.pace.${name}`)]));
  const known = !kept.pace || kept.pace in paces;
  const [seconds, increment] = (known ? "900+10" : kept.pace).split("+").map(Number);
  const minutes = stepper(1, 10_000, String(Math.round(seconds / 60)), () => {}, text("web.form.minutes"));
  const more = stepper(0, 10_000, String(increment), () => {}, text("web.form.increment"));
  const other = el(
    "div",
    { class: "row other-pace", hidden: known },
    minutes.element,
    text("web.form.minutes"),
    more.element,
    text("web.form.increment"),
  );
  const pace = labelled(
    { label: text("web.form.clock"), help: text("web.form.clock-help") },
    segments(paces, known ? (kept.pace ?? "") : "other", () => (other.hidden = pace.value !== "other")),
  );
  const listed = labelled(
    { label: text("web.form.visibility"), help: text("web.form.visibility-help") },
    segments(
      choices(["private", "listed"], (name) => `web.form.visible.${name}`),
      kept.listed ?? "private",
      changed,
    ),
  );
  const target = labelled(
    { label: text("web.form.target"), help: text("web.form.target-help") },
    stepper(0, MOST_POINTS, String(kept.target ?? 0), () => {}),
  );
  return {
    pace,
    other,
    target,
    listed,
    chosen: () => (pace.value === "other" ? `${Number(minutes.value) * 60}+${Number(more.value)}` : pace.value),
  };
}

/** Thumbnails of the games, to choose another one; `painted` resolves when they are drawn. */
function chooser(current, company) {
  const element = el("ul", { class: "chooser", "aria-label": text("web.form.games") });
  const painted = [];
  for (const game of games) {
    const address = `/new?game=${game.name}${company ? `&with=${company}` : ""}`;
    const small = el("span", { class: "chooser-board" });
    element.append(
      el(
        "li",
        {},
        el("a", { href: address, "aria-current": game === current && "page" }, small, el("span", {}, game.title)),
      ),
    );
    const found = exampleView(game);
    painted.push(found.then((view) => small.replaceChildren(picture(view, { suits: game.suits }))));
  }
  return { element, painted: Promise.allSettled(painted) };
}

try {
  await start();
} catch (refusal) {
  header("play");
  failed(refusal.message);
}
drawn();
// A page from the back-forward cache would show an old state, with its button still pressed.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
