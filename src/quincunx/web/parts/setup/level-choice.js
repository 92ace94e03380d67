// Choosing the level of a computer, with what the level sees and how strong it is.

import { text } from "../../text.js";
import { el, fresh } from "../common/element.js";
import { tallyWords } from "../player/tally.js";
import { aboutLevel } from "./opening.js";

/** A menu of levels, `levels` as the server lists them, and below it what the chosen one sees, and my results against it
 * in a `game`. */
export function levelChoice(levels, chosen, { game = "", label, changed = () => {} } = {}) {
  const found = (name) => levels.find((level) => level.name === name) ?? levels[0];
  const id = fresh("level");
  const note = el("p", { class: "small level-about", id: `${id}-about` });
  const menu = el(
    "select",
    { class: "field level", id, "aria-label": label ?? text("web.level"), "aria-describedby": note.id },
    levels.map(({ name, title, rating }) =>
      el("option", { value: name }, rating ? text("web.level-option", { title, rating }) : title),
    ),
  );
  const tell = () =>
    (note.textContent = [aboutLevel(found(menu.value)), tallyWords(game, menu.value)].filter(Boolean).join(" "));
  menu.value = found(chosen).name;
  menu.addEventListener("change", () => {
    tell();
    changed(menu.value);
  });
  tell();
  return {
    menu,
    note,
    get value() {
      return menu.value;
    },
  };
}
