// How the engine searches: for how long, and at full strength or as one of the levels.

import { text } from "../../text.js";
import { labelled, segments, select } from "../common/controls.js";
import { el } from "../common/element.js";

const TIMES = [1, 3, 5];

/** `changed()` is called when another `question` is to be asked. */
export function engine({ changed }) {
  const element = el("div", { class: "engine" });
  let question = { seconds: 1 };

  return {
    element,
    /** The settings that are sent with the position. */
    get question() {
      return question;
    },
    /** The levels are those of a game. */
    lay({ levels }) {
      const titles = {
        "": text("web.study.strongest"),
        ...Object.fromEntries(levels.map(({ name, title }) => [name, title])),
      };
      const note = el("p", { class: "small" });
      const ask = () => {
        question = { seconds: Number(seconds.value), ...(level.value ? { level: level.value } : {}) };
        note.textContent = level.value ? text("web.study.level-note", { level: titles[level.value] }) : "";
        changed();
      };
      const times = Object.fromEntries(TIMES.map((n) => [n, text("web.study.seconds", { n })]));
      const seconds = segments(times, String(question.seconds), ask);
      const level = select(titles, "", ask);
      const rows = [
        labelled({ label: text("web.study.time") }, seconds),
        labelled({ label: text("web.study.level") }, level),
      ];
      element.replaceChildren(...rows.map((row) => row.element), note);
    },
  };
}
