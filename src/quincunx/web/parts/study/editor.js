// The board editor: what may stand where comes from the server as a palette, and the law judges every change.

import * as api from "../../api.js";
import { advice } from "../../boards/phrases.js";
import { createBoard, nameOf } from "../../games.js";
import { explain, text } from "../../text.js";
import { speak } from "../common/announcer.js";
import { choice, labelled, segments, select } from "../common/controls.js";
import { copyField } from "../common/copy-field.js";
import { button, el, fresh } from "../common/element.js";
import { positionLink, studyLink } from "../common/links.js";

/** The rest of the view of a position that the law refuses: only its squares are known. */
const NOTHING = { outcome: null, moves: [], highlights: { decisive: [], candidates: [] } };

/** Choices with at most this many letters in total are side by side. */
const ROOM = 24;

/** Whatever stands in a line of squares, by the server's pattern of one square. */
const squaresIn = (board, pattern) => board.match(new RegExp(pattern, "g")) ?? [];

/** `done(position)` is called with a position that the law accepts. */
export function editor({ games, done }) {
  const place = el("div", { class: "board-place" });
  const verdict = el("p", { class: "board-line", role: "status" });
  const well = el("div", { class: "well editor-well" });
  const options = el("div", { class: "editor-options" });
  const others = el("div", { class: "editor-fields" });
  const lineId = fresh("position");
  const line = el("input", { id: lineId, class: "field code", spellcheck: "false", autocomplete: "off" });
  const copy = el("div", { class: "editor-copy" });
  const go = button(text("web.editor.study"), { kind: "primary main", onclick: onceRead(done) });
  const play = button(text("web.editor.play"), {
    kind: "plain main",
    onclick: onceRead((position) => location.assign(positionLink(position))),
  });
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  const gameMenu = labelled(
    { label: text("web.editor.game") },
    select(titles, games[0].name, () => begin(gameMenu.value).catch(complain)),
  );
  const heading = el("h1", { class: "game-title", tabindex: -1 }, text("web.editor.title"));
  const panel = el(
    "section",
    { class: "panel editor-panel", "aria-label": text("web.editor.title") },
    el("div", { class: "title-row" }, heading),
    gameMenu.element,
    options,
    others,
    el(
      "div",
      { class: "row" },
      button(text("web.editor.start"), {
        kind: "plain small-button",
        onclick: () => begin(palette.game).catch(complain),
      }),
      button(text("web.editor.clear"), {
        kind: "plain small-button",
        onclick: () => set(palette.squares.map(() => palette.empty)),
      }),
    ),
    el("div", {}, el("label", { for: lineId, class: "label" }, text("web.editor.position")), line),
    copy,
    el("div", { class: "row" }, go, play),
  );
  let palette = null;
  let cells = [];
  let fields = [];
  let brush = "";
  let board = null;
  let boardGame = "";
  let turn = 0;
  /** A promise of whether what was written in the line is on the board. */
  let read = Promise.resolve(true);

  const suits = () => games.find(({ name }) => name === nameOf(palette.game)).suits;
  const symbol = (written) => palette.symbols.find((one) => one.text === written);

  function written() {
    const rows = [];
    for (let i = 0; i < cells.length; i += palette.width) rows.push(cells.slice(i, i + palette.width).join(""));
    return [palette.game, rows.join("/"), ...fields.map((parts) => parts.join(""))].join(" ");
  }

  /** A press on a button comes right after the line was left: what was written there counts, once the law has read it. */
  function onceRead(action) {
    return async () => {
      if (await read) action(written());
    };
  }

  /** Shows an error, and selects the game that is still on the board. */
  function complain(refusal) {
    turn += 1;
    gameMenu.value = nameOf(palette.game);
    say(refusal.message, true);
    return false;
  }

  /** Asks the law, and shows what it says beside the board; only the last answer counts. */
  async function check() {
    const asked = ++turn;
    const position = written();
    line.value = position;
    gameMenu.value = nameOf(palette.game);
    read = Promise.resolve(true);
    try {
      const { view } = await api.position(position);
      if (asked === turn) accept(view);
    } catch (refusal) {
      if (asked === turn) refuse(refusal.message);
    }
  }

  function accept(view) {
    show(view);
    say(view.outcome ? text("web.editor.over", { reason: explain(view.outcome) }) : text("web.editor.legal"), false);
    go.disabled = false;
    play.hidden = Boolean(view.outcome);
    copy.replaceChildren(copyField(text("web.study.link"), studyLink(view.position)));
  }

  function refuse(reason) {
    const marks = new Map(palette.squares.map((name, i) => [name, symbol(cells[i])?.cell]));
    const blank = palette.blank;
    show({ ...blank, ...NOTHING, cells: blank.cells.map((cell) => ({ ...cell, ...marks.get(cell.name) })) });
    say(reason, true);
    go.disabled = true;
    play.hidden = true;
    copy.replaceChildren();
  }

  function say(words, refused) {
    verdict.classList.toggle("refused", refused);
    if (verdict.textContent !== words) verdict.textContent = words;
  }

  function show(view) {
    if (view.game !== boardGame) {
      board?.destroy();
      boardGame = view.game;
      board = createBoard(view.game, { board: place });
    }
    board.show(view, {
      mine: [],
      suits: suits(),
      label: text("web.editor.board", { game: titles[nameOf(view.game)] }),
      letters: false,
    });
  }

  function set(next) {
    cells = next;
    check();
  }

  function put(name) {
    const at = palette.squares.indexOf(name);
    const next = [...cells];
    const piece = next[at] === brush ? palette.empty : brush;
    if (palette.once && piece !== palette.empty)
      for (const [i, cell] of cells.entries()) if (cell === piece) next[i] = palette.empty;
    next[at] = piece;
    speak(text("web.editor.put", { square: name, piece: symbol(piece)?.label ?? text("web.editor.empty") }));
    set(next);
  }

  // The board itself would refuse: it is nobody's turn. Here a click only selects a square.
  place.addEventListener(
    "click",
    (event) => {
      const square = event.target.closest("[role=gridcell]");
      if (!square) return;
      event.stopPropagation();
      square.focus({ preventScroll: true });
      put(square.dataset.name);
    },
    true,
  );
  place.addEventListener(
    "keydown",
    (event) => {
      const square = event.target.closest("[role=gridcell]");
      if (!square || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      put(square.dataset.name);
    },
    true,
  );

  line.addEventListener("change", () => {
    read = load(line.value.trim()).then(() => true, complain);
  });

  /** A game with its options, as it starts. A change on the board before it has arrived cancels it. */
  async function begin(game) {
    const asked = ++turn;
    const { view } = await api.game(game);
    if (asked !== turn) return;
    await load(view.position);
    read = Promise.resolve(true);
  }

  /** A position that the law accepts; else nothing changes, and the law's refusal is thrown. */
  async function load(position) {
    const asked = ++turn;
    const { view } = await api.position(position);
    const next = view.game === palette?.game ? palette : await api.palette(view.game);
    if (asked !== turn) return;
    const other = next !== palette;
    palette = next;
    const [, rows, ...rest] = view.position.split(" ");
    cells = squaresIn(rows, palette.pattern);
    fields = palette.fields.map(({ parts }, i) => (parts.length > 1 ? [...rest[i]] : [rest[i]]));
    if (other) layPalette();
    layFields();
    line.value = view.position;
    accept(view);
  }

  /** Other options with the same squares keep what stands on them; else the editor starts with a new board. */
  async function rename(game) {
    const asked = ++turn;
    try {
      const next = await api.palette(game);
      if (asked !== turn) return;
      if (
        next.squares.join() !== palette.squares.join() ||
        next.fields.length !== palette.fields.length ||
        next.seats !== palette.seats
      )
        return await begin(game);
      palette = next;
      check();
    } catch (refusal) {
      if (asked === turn) say(refusal.message, true);
    }
  }

  function layPalette() {
    const game = games.find(({ name }) => name === nameOf(palette.game));
    gameMenu.value = game.name;
    const chosen = new Map(
      (palette.game.split(":")[1] ?? "")
        .split(",")
        .filter(Boolean)
        .map((item) => item.split("=")),
    );
    const controls = game.options.map((option) => {
      const control = choice(option, () =>
        rename(`${game.name}:${controls.map((one, i) => `${game.options[i].key}=${one.value}`).join(",")}`),
      );
      if (chosen.has(option.key)) control.value = chosen.get(option.key);
      return control;
    });
    options.replaceChildren(
      el("details", {}, el("summary", {}, text("web.editor.options")), ...controls.map(({ element }) => element)),
    );
    if (!symbol(brush)) brush = palette.symbols[0].text;
    const name = fresh("brush");
    well.replaceChildren(
      el(
        "fieldset",
        { class: "brushes" },
        el("legend", { class: "label" }, text("web.editor.pieces")),
        [...palette.symbols, { text: palette.empty, label: text("web.editor.empty") }].map((one) => brushOf(one, name)),
      ),
      el("p", { class: "small" }, advice("web.editor.help")),
    );
  }

  function brushOf(one, name) {
    const id = fresh("brush");
    const input = el("input", { type: "radio", id, name, class: "unseen", onchange: () => (brush = one.text) });
    input.checked = one.text === brush;
    const words = el("span", { class: palette.symbols.length > 6 ? "unseen" : "" }, one.label);
    return el("span", { class: "brush" }, input, el("label", { for: id, title: one.label }, sample(one), words));
  }

  /** A picture of one square: the game's own board, cut down to it. */
  function sample(one) {
    const holder = el("span", { class: "brush-sample", "aria-hidden": "true", inert: true });
    const square = palette.squares[Math.floor((palette.squares.length + palette.width) / 2)];
    const cells = palette.blank.cells.map((cell) => (cell.name === square ? { ...cell, ...one.cell } : cell));
    createBoard(palette.game, { board: holder }).show(
      { ...palette.blank, ...NOTHING, cells },
      { mine: [], suits: suits() },
    );
    const box = holder.querySelector(`[data-name="${square}"] .clear`);
    const sides = ["x", "y", "width", "height"].map((side) => box.getAttribute(side));
    const svg = holder.querySelector("svg");
    svg.setAttribute("viewBox", sides.join(" "));
    svg.querySelector("[role=grid]").remove();
    svg.setAttribute("role", "none");
    return holder;
  }

  function layFields() {
    others.replaceChildren(
      ...palette.fields.flatMap(({ parts }, f) =>
        parts.map(({ label, choices }, p) => {
          // Keys that look like numbers would come first, whatever their order.
          const words = Object.fromEntries(choices.map((one) => [` ${one.text}`, one.label]));
          const make = choices.map((one) => one.label).join("").length > ROOM ? select : segments;
          const control = make(words, ` ${fields[f][p]}`, () => {
            fields[f][p] = control.value.slice(1);
            check();
          });
          return labelled({ label }, control).element;
        }),
      ),
    );
  }

  return {
    board: place,
    line: verdict,
    well,
    panel,
    open: load,
    begin,
    /** Shows what is wrong with a position from outside, such as a link. */
    blame(position, reason) {
      line.value = position;
      say(reason, true);
    },
    /** On a phone the heading is below the board, which is what comes first. */
    focus() {
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    },
  };
}
