// The status line; and when the game is over a box with who won, why, and what there is to do now.

import { nameOf } from "../../games.js";
import { text } from "../../text.js";
import { button, el, emblem, plain, sentence } from "../common/element.js";
import { playing, seatAt } from "./model.js";
import { happened, reason, toDo, verdict } from "./status.js";

/** `press(name)` performs an action, `study()` opens the game in the study. */
export function outcome({ press, study }) {
  const line = el("p", { class: "status", role: "status" });
  const sign = el("span", { class: "winner" });
  const rematch = button(text("web.action.rematch"), {
    icon: "rematch",
    kind: "primary",
    "data-action": "rematch",
    onclick: () => press("rematch"),
  });
  const again = button(text("web.over.study"), { icon: "values", onclick: study });
  const fresh = el("a", { class: "button plain" }, text("web.over.new-game"));
  const ways = el("div", { class: "row ways-on" }, rematch, again, fresh);
  const element = el("div", { class: "telling" }, sign, line, ways);
  let written = "";

  return {
    element,
    show(table) {
      const words = table.over ? [verdict(table), reason(table)] : [...happened(table), " ", ...toDo(table)];
      const { over, outcome: ended } = table;
      element.classList.toggle("ended", over);
      for (const part of [sign, ways]) part.hidden = !over;
      rematch.hidden = !table.mine.length;
      again.hidden = !table.history.some(({ kind }) => kind === "move");
      fresh.href = `/new?game=${nameOf(table.state.game)}`;
      // The end is exclaimed by the page: said by this line too, it would be heard twice.
      line.setAttribute("aria-live", over ? "off" : "polite");
      if (written === plain(words)) return;
      written = plain(words);
      sign.replaceChildren(...(ended?.winner ? [emblem(seatAt(table, ended.winner).suit)] : []));
      line.replaceChildren(
        ...(over
          ? [el("b", {}, verdict(table)), " ", el("span", {}, reason(table))]
          : [...sentence(happened(table)), " ", el("strong", { class: playing(table) ? "mine" : null }, toDo(table))]),
      );
    },
  };
}
