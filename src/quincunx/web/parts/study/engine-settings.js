// Who thinks, and how long: the strongest, or as one of the levels.

import { study as told } from "../../texts-study.js";
import { labelled, segments, select } from "../common/controls.js";
import { el } from "../common/element.js";

/** `changed()` is called when another `question` is to be asked. */
export function engine({ changed }) {
  const element = el("div", { class: "engine" });
  let question = { seconds: 1 };

  return {
    element,
    /** What the house is asked besides the position. */
    get question() {
      return question;
    },
    /** The levels are those of a game. */
    lay({ levels }) {
      const titles = { "": told.strongest, ...Object.fromEntries(levels.map(({ name, title }) => [name, title])) };
      const note = el("p", { class: "small" });
      const ask = () => {
        question = { seconds: Number(seconds.value), ...(level.value ? { level: level.value } : {}) };
        note.textContent = level.value ? told.levelNote(titles[level.value]) : "";
        changed();
      };
      const seconds = segments(told.secondChoices, String(question.seconds), ask);
      const level = select(titles, "", ask);
      const rows = [labelled({ label: told.seconds }, seconds), labelled({ label: told.level }, level)];
      element.replaceChildren(...rows.map((row) => row.element), note);
    },
  };
}
