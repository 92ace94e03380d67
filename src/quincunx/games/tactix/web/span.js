// tactix's spans: the counters from a first to a last one, their tokens as moves, and their part of the well.

import { fillWell } from "../../boards/board.js";
import { html } from "../../boards/draw.js";
import { text } from "../../text.js";

export const LETTERS = "abcdefghijkl";

/** The column and row of a square, from 0. */
export const spot = (name) => [LETTERS.indexOf(name[0]), Number(name.slice(1)) - 1];

/** The squares from one to another, inclusive, in reading order; null if they are not in one row or column. */
export function between(one, other) {
  const [[x1, y1], [x2, y2]] = [spot(one), spot(other)].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  if (x1 !== x2 && y1 !== y2) return null;
  const length = Math.max(x2 - x1, y2 - y1);
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  return Array.from({ length: length + 1 }, (_, i) => LETTERS[x1 + dx * i] + (y1 + dy * i + 1));
}

/** The token of a move, from its squares. */
export const tokenOf = (squares) => (squares.length > 1 ? `${squares[0]}-${squares.at(-1)}` : squares[0]);

export const squaresOf = (token) => between(...(token.includes("-") ? token.split("-") : [token, token]));

/** Counters left, the span with its value, Take and Clear, and the values of all moves. */
export function createSpanPanel(well, { take, clear, pick }) {
  const left = html("p", { class: "well-number" });
  const label = html("h2", { class: "well-label" }, text("web.board.selection"));
  const name = html("p", { class: "well-name" });
  const size = html("p", { class: "well-small" });
  const worth = html("p", { class: "well-worth" });
  const takeButton = html("button", { type: "button", class: "action primary" }, text("tactix.board.take"));
  const clearButton = html("button", { type: "button", class: "action" }, text("tactix.board.clear"));
  const choice = html("div", { class: "well-part span-part" }, label, name, size, worth, takeButton, clearButton);
  const list = html("ul", { class: "value-list" });
  const values = html(
    "div",
    { class: "well-part" },
    html("h2", { class: "well-label" }, text("web.board.values")),
    list,
  );
  takeButton.addEventListener("click", take);
  clearButton.addEventListener("click", clear);
  list.addEventListener("click", ({ target }) => {
    const row = target.closest("button");
    if (row) pick(row.dataset.token);
  });
  const counters = html(
    "div",
    { class: "well-part count-part" },
    html("h2", { class: "well-label" }, text("tactix.board.left")),
    left,
  );
  fillWell(well, counters, choice, values);

  return {
    show(view, look, mine) {
      left.textContent = view.left;
      choice.hidden = !mine;
      values.hidden = !look.values;
      list.replaceChildren(...Object.entries(look.values ?? {}).map(valueRow));
    },
    choose(squares, look) {
      const token = squares.length ? tokenOf(squares) : null;
      const value = token && look.values?.[token];
      name.textContent = token ? token.replace("-", "–") : "–";
      size.textContent = squares.length
        ? text("tactix.board.selected", { n: squares.length })
        : text("tactix.board.none");
      worth.replaceChildren(...(value ? [html("span", { class: `tag tag-${value.kind}` }, value.text)] : []));
      for (const button of [takeButton, clearButton]) button.disabled = !token;
    },
  };
}

function valueRow([token, value]) {
  const row = html(
    "button",
    { type: "button", "data-token": token },
    token.replace("-", "–"),
    html("span", { class: `tag tag-${value.kind}` }, value.text),
  );
  return html("li", {}, row);
}
