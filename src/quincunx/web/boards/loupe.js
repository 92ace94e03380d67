// Small squares on small screens: a tap chooses, and a loupe beside the board shows that part large enough for a finger.
// And what is chosen, in large letters, with the buttons that play it or take it back.

import { html, rect, svg, text } from "./draw.js";
import { words } from "./words.js";

/** Squares of fewer pixels than this are too small for a finger. */
export const FINGER = 28;

const SQUARE = 44;
const PITCH = 46;
const RIM = 7;

/** A loupe for a game. It repeats what the board's grid offers, so only the pointer uses it. */
export function createLoupe(game, choose) {
  const picture = svg("svg", { class: `board board-${game} loupe`, "aria-hidden": "true", focusable: "false" });
  picture.addEventListener("click", ({ target }) => {
    const name = target.closest("[data-name]")?.dataset.name;
    if (name) choose(name);
  });
  return {
    element: picture,
    /** `rows`: names of squares; `draw(name)`: a picture of one around the origin, in a box of 100, or null. */
    show(rows, draw, chosen) {
      const [width, height] = [rows[0].length, rows.length].map((count) => PITCH * count - (PITCH - SQUARE) + 2 * RIM);
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
      picture.setAttribute("width", width);
      picture.setAttribute("height", height);
      const squares = rows.flatMap((row, y) =>
        row.map((name, x) => square(name, RIM + PITCH * x, RIM + PITCH * y, draw(name), name === chosen)),
      );
      picture.replaceChildren(rect(0, 0, width, height, 12, "plate"), ...squares);
    },
  };
}

function square(name, x, y, drawn, chosen) {
  const [cx, cy] = [x + SQUARE / 2, y + SQUARE / 2];
  return svg(
    "g",
    { class: "loupe-square", "data-name": name },
    rect(x, y, SQUARE, SQUARE, 5, chosen ? "cell-chosen" : "cell"),
    drawn && svg("g", { transform: `translate(${cx} ${cy}) scale(${SQUARE / 100})` }, drawn),
    (chosen || !drawn) && text(name, cx, cy, 15, chosen ? "chosen-name" : "loupe-name"),
  );
}

/** What is chosen: a box with its name, Confirm and Take back. */
export function createChoice({ confirm, takeBack }) {
  const label = html("h3", { class: "well-label" }, words.chosen);
  const box = html("p", { class: "choice-box" });
  const worth = html("p", { class: "well-worth" });
  const confirmButton = html("button", { type: "button", class: "deed primary" }, words.confirm);
  const takeBackButton = html("button", { type: "button", class: "deed" }, words.takeBack);
  confirmButton.addEventListener("click", confirm);
  takeBackButton.addEventListener("click", takeBack);
  return {
    element: html("div", { class: "well-part choice" }, label, box, worth, confirmButton, takeBackButton),
    /** `name` of the square, or as much of it as was typed. */
    show(name, { whole, value } = {}) {
      box.textContent = whole || !name ? name || "–" : `${name}…`;
      box.classList.toggle("full", Boolean(whole));
      worth.replaceChildren(...(value ? [html("span", { class: `tag tag-${value.kind}` }, value.text)] : []));
      confirmButton.disabled = !whole;
      takeBackButton.disabled = !name;
    },
  };
}
