// The rolls of the game so far: those of each seat in order, and how often each number was rolled.

import { text } from "../../text.js";
import { el, emblem } from "../common/element.js";
import { nameAt } from "../table/model.js";

/** A panel that `show(table)` fills. */
export function rollList() {
  const element = el("div", { class: "roll-list", role: "region", tabindex: 0, "aria-label": text("web.rolls.label") });
  let shown = "";

  const seatRow = (table, { seat, suit }, rolls) =>
    el(
      "li",
      {},
      emblem(suit),
      el("span", { class: "name" }, nameAt(table, seat)),
      el("span", {}, rolls.length ? rolls.join(", ") : text("web.rolls.none")),
    );

  function bar(share) {
    const drawn = el("span", { class: "roll-bar" });
    drawn.style.width = `${share * 100}%`;
    return drawn;
  }

  function counted(rolls) {
    const counts = new Map();
    for (const roll of rolls) counts.set(roll, (counts.get(roll) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return [...counts]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([roll, count]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, roll),
          el("td", {}, bar(count / most)),
          el("td", { class: "count" }, text("web.rolls.times", { n: count })),
        ),
      );
  }

  return {
    element,
    show(table) {
      const all = table.history.filter(({ kind }) => kind === "roll");
      const key = JSON.stringify([all, table.seats.map(({ name }) => name)]);
      if (key === shown) return;
      shown = key;
      const of = (number) => all.filter(({ seat }) => seat === number).map(({ token }) => token);
      element.replaceChildren(
        el(
          "ul",
          {},
          table.seats.map((seat) => seatRow(table, seat, of(seat.seat))),
        ),
        ...(all.length ? [el("table", {}, el("tbody", {}, counted(all.map(({ token }) => token))))] : []),
      );
    },
  };
}
