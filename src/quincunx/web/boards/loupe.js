// For squares too small to tap: a loupe beside the board magnifies the part around a tap. Also the chosen square in
// large letters, with buttons to confirm or cancel it.

import { html, rect, svg, svgText } from "./draw.js";
import { text } from "../text.js";

/** Squares smaller than this many pixels are too small to tap. */
export const FINGER = 24;

const SQUARE = 44;
const PITCH = 46;
const RIM = 7;

/** A loupe for a game. It duplicates the board's grid, so it is for the pointer only. A click calls `choose(name,
 * undefined, true)`: the third argument says that it was in the loupe, which then keeps its part of the board. */
export function createLoupe(game, choose) {
  const drawing = svg("g", { class: "loupe-drawing" });
  const targets = svg("g", {});
  const picture = svg(
    "svg",
    { class: `board board-${game} loupe away`, "aria-hidden": "true", focusable: "false" },
    drawing,
    targets,
  );
  let laid = "";
  targets.addEventListener("click", ({ target }) => choose(target.dataset.name, undefined, true));

  /** Keep the click targets when only the drawing changes: a press could lose its square otherwise. */
  function lay(rows, width, height) {
    if (laid === rows.join()) return;
    laid = rows.join();
    for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) {
      picture.setAttribute(key, value);
    }
    const clear = (name, x, y) =>
      svg("rect", { class: "clear", "data-name": name, x, y, width: SQUARE, height: SQUARE });
    targets.replaceChildren(...rows.flatMap((row, y) => row.map((name, x) => clear(name, start(x), start(y)))));
  }

  return {
    element: picture,
    /** The height that the board would gain without the loupe, which must not be shown only because it takes up room
     * itself. What is `beside` it would remain. */
    spare(beside) {
      return Math.max(0, picture.getBoundingClientRect().height - beside.offsetHeight);
    },
    /** `rows`: names of squares; `draw(name)`: a square's drawing centred on the origin, in a 100 x 100 box, or
     * null. */
    show(rows, draw, chosen) {
      const [width, height] = [start(rows[0].length) + RIM - 2, start(rows.length) + RIM - 2];
      lay(rows, width, height);
      drawing.replaceChildren(
        rect(0, 0, width, height, 12, "plate"),
        ...rows.flatMap((row, y) =>
          row.map((name, x) => square(name, start(x), start(y), draw(name), name === chosen)),
        ),
      );
    },
  };
}

const start = (i) => RIM + PITCH * i;

function square(name, x, y, drawn, chosen) {
  const [cx, cy] = [x + SQUARE / 2, y + SQUARE / 2];
  return svg(
    "g",
    {},
    rect(x, y, SQUARE, SQUARE, 5, chosen ? "cell-chosen" : "cell"),
    drawn && svg("g", { transform: `translate(${cx} ${cy}) scale(${SQUARE / 100})` }, drawn),
    !drawn && svgText(name, cx, cy, 15, chosen ? "chosen-name" : "loupe-name"),
  );
}

/** The chosen square: a box with its name, Confirm and Cancel. */
export function createChoice({ confirm, takeBack }) {
  const label = html("h2", { class: "well-label" }, text("web.board.selection"));
  const box = html("p", { class: "choice-box" });
  const worth = html("p", { class: "well-worth" });
  const confirmButton = html("button", { type: "button", class: "action primary" }, text("web.board.confirm"));
  const takeBackButton = html("button", { type: "button", class: "action" }, text("web.board.cancel"));
  confirmButton.addEventListener("click", confirm);
  takeBackButton.addEventListener("click", takeBack);
  return {
    element: html("div", { class: "well-part choice" }, label, box, worth, confirmButton, takeBackButton),
    /** `name` is the square's name, or the part typed so far. */
    show(name, { whole, value } = {}) {
      box.textContent = whole || !name ? name || "–" : `${name}…`;
      box.classList.toggle("full", Boolean(whole));
      worth.replaceChildren(...(value ? [html("span", { class: `tag tag-${value.kind}` }, value.text)] : []));
      confirmButton.disabled = !whole;
      takeBackButton.disabled = !name;
    },
  };
}
