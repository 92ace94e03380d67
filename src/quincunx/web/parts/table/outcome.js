// The status line; and when the game is over a box with who won, why, and what there is to do now.

import { addressOf } from "../../addresses.js";
import { nameOf } from "../../games.js";
import { text } from "../../text.js";
import { button, el, emblem, plain, sentence } from "../common/element.js";
import { nameAt, playing, seatAt } from "./model.js";
import { scoreWords } from "./score.js";
import { happened, reason, toDo, verdict } from "./status.js";

/** `press(name, wishes)` performs an action, `study()` opens the game in the study, `anew()` starts one with the same
 * settings. */
export function outcome({ press, study, anew }) {
  const line = el("p", { class: "status", role: "status" });
  const sign = el("span", { class: "winner" });
  const rematch = button(text("web.action.rematch"), {
    icon: "rematch",
    kind: "primary",
    "data-action": "rematch",
    onclick: () => press("rematch", { first: Number(first.value) || undefined }),
  });
  const first = el("select", { class: "field", "aria-label": text("web.over.first") });
  const again = button(text("web.over.study"), { icon: "values", onclick: study });
  const same = button(text("web.over.new-game"), { title: text("web.over.same"), onclick: anew });
  const fresh = el("a", { class: "link" });
  const score = el("p", { class: "score" });
  const ways = el("div", { class: "row ways-on" }, rematch, first, again, same, fresh);
  const element = el("div", { class: "telling" }, sign, line, score, ways);
  let written = "";
  let starters = "";

  /** Who may go first in a rematch: as usual the next player, or whoever is chosen. */
  function offerStarters(table) {
    const names = table.seats.filter(({ open }) => !open).map(({ seat }) => [seat, nameAt(table, seat)]);
    if (starters === JSON.stringify(names)) return;
    starters = JSON.stringify(names);
    first.replaceChildren(
      el("option", { value: "" }, text("web.over.first-next")),
      ...names.map(([seat, name]) => el("option", { value: seat }, text("web.over.first-seat", { name }))),
    );
  }

  return {
    element,
    /** `pending`: the board does not show the end yet, so this does not reveal it either. */
    show(table, pending = false) {
      const over = table.over && !pending;
      const words = over ? [verdict(table), reason(table)] : [...happened(table), " ", ...toDo(table)];
      const { outcome: ended } = table;
      element.classList.toggle("ended", over);
      for (const part of [sign, ways]) part.hidden = !over;
      score.textContent = over ? scoreWords(table).join(" ") : "";
      score.hidden = !score.textContent;
      rematch.hidden = !table.mine.length || table.question?.what === "rematch";
      first.hidden = rematch.hidden || Boolean(table.next);
      same.hidden = !table.mine.length;
      fresh.textContent = text(same.hidden ? "web.over.new-game" : "web.over.change");
      offerStarters(table);
      again.hidden = !table.history.some(({ kind }) => kind === "move");
      fresh.href = addressOf(`/new?game=${nameOf(table.state.game)}`);
      // The page announces the end; announced by this line too, it would be heard twice.
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
