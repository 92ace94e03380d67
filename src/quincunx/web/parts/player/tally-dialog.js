// My results against the computers, in a dialog.

import * as api from "../../api.js";
import { inOrder } from "../../games.js";
import { set } from "../../player.js";
import { text } from "../../text.js";
import { openDialog } from "../common/dialog.js";
import { button, el } from "../common/element.js";
import { kept, tallyWords } from "./tally.js";

export async function tallyDialog() {
  const { totals } = kept();
  const games = inOrder(await api.games().catch(() => []));
  const rows = games.flatMap(({ name, title, levels }) =>
    levels
      .filter((level) => tallyWords(name, level.name))
      .map((level) => [title, level.title, totals[name][level.name]]),
  );
  const forget = () => {
    set("tally", null);
    opened.close();
  };
  const row = ([game, level, { won, drawn, lost, points, against }]) => {
    const counts = { n: won + drawn + lost, won, drawn, lost };
    const score = points || against ? text("web.tally.points", { points, against }) : "";
    return el(
      "li",
      {},
      el("b", {}, text("web.tally.row", { game, level })),
      el("span", {}, [text("web.tally.counts", counts), score].filter(Boolean).join(" ")),
    );
  };
  const opened = openDialog(
    text("web.tally.title"),
    el(
      "div",
      { class: "stack" },
      rows.length ? el("ul", { class: "tally" }, rows.map(row)) : el("p", {}, text("web.tally.none")),
      el("p", { class: "small" }, text("web.tally.note")),
      rows.length > 0 && el("div", { class: "row end" }, button(text("web.tally.forget"), { onclick: forget })),
    ),
  );
}
