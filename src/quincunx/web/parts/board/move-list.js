// The list of moves, one column per seat, with buttons to go back and forward.

import { moveText } from "../../games.js";
import { text } from "../../text.js";
import { el, iconButton } from "../common/element.js";

/** `look(n)` is called with the number of plies to look at, or null for the game as it stands now. */
export function moveList({ look }) {
  const columns = el("colgroup");
  const body = el("tbody");
  const head = el("thead", { class: "unseen" });
  const scroller = el(
    "div",
    { class: "moves", tabindex: 0, role: "region", "aria-label": text("web.move-list.label") },
    el("table", {}, columns, head, body),
  );
  const where = el("button", {
    type: "button",
    class: "where",
    title: text("web.move-list.all"),
    "aria-expanded": "false",
    onclick: () => {
      const open = scroller.classList.toggle("open");
      where.setAttribute("aria-expanded", String(open));
      follow();
    },
  });
  const step = { first: () => 0, back: () => at() - 1, forward: () => at() + 1, last: () => plies };
  const buttons = Object.fromEntries(
    Object.keys(step).map((name) => [
      name,
      iconButton(name, text(`web.move-list.${name}`), { onclick: () => go(step[name]()) }),
    ]),
  );
  const steps = el("div", { class: "steps" }, buttons.first, buttons.back, where, buttons.forward, buttons.last);
  const element = el("div", { class: "move-part" }, scroller, steps);
  let plies = 0;
  let looking = null;
  let shown = "";

  const at = () => looking ?? plies;

  function go(n) {
    const to = Math.min(Math.max(n, 0), plies);
    // At once, so that fast key presses count, even while the position is loading.
    looking = to === plies ? null : to;
    look(looking);
  }

  /** Shows a table's history; `ply` is the one looked at, null for now. */
  function show(table, ply) {
    plies = table.history.length;
    looking = ply;
    const key = JSON.stringify([table.seats.map(({ name }) => name), table.history]);
    if (key !== shown) draw(table);
    shown = key;
    for (const press of body.querySelectorAll("button")) {
      if (Number(press.dataset.ply) === at()) press.setAttribute("aria-current", "step");
      else press.removeAttribute("aria-current");
    }
    where.textContent = place(at(), plies, table.over);
    mayGo(buttons.first, at() > 0);
    mayGo(buttons.back, at() > 0);
    mayGo(buttons.forward, at() < plies);
    mayGo(buttons.last, at() < plies);
    follow();
  }

  function draw(table) {
    const { seats, history } = table;
    columns.replaceChildren(el("col", { class: "number" }), ...seats.map(() => el("col")));
    head.replaceChildren(
      el(
        "tr",
        {},
        el("th", { scope: "col" }, text("web.move-list.turn")),
        seats.map((seat) => el("th", { scope: "col" }, seat.name || text("web.seat.open"))),
      ),
    );
    body.replaceChildren(
      ...rounds(history).map((round, index) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, String(index + 1)),
          seats.map(({ seat }) =>
            el(
              "td",
              {},
              (round.get(seat) ?? []).map((ply) => entry(table.game, history[ply - 1], ply)),
            ),
          ),
        ),
      ),
    );
  }

  function entry(game, { kind, token }, ply) {
    const shown = kind === "left" ? text("web.move-list.left") : moveText(game, token);
    return el("button", { type: "button", class: `ply ${kind}`, "data-ply": ply, onclick: () => go(ply) }, shown);
  }

  /** Scrolls the list to the move that is shown, without moving the page. */
  function follow() {
    const current = body.querySelector("[aria-current]");
    const row = current?.closest("tr");
    if (!row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < scroller.scrollTop || bottom > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = bottom - scroller.clientHeight;
    }
  }

  return { element, show, back: () => go(at() - 1), forward: () => go(at() + 1) };
}

/** Which move is shown. */
function place(at, plies, over) {
  if (!plies) return text(over ? "web.move-list.none" : "web.move-list.not-started");
  if (at < plies) return text("web.move-list.at", { at, plies });
  return text(over ? "web.move-list.end" : "web.move-list.now", { plies });
}

function mayGo(press, may) {
  press.setAttribute("aria-disabled", String(!may));
}

/** The plies (numbered from 1) in rounds: what a seat did in a row is one turn, and a seat has one turn in a round. */
function rounds(history) {
  const all = [];
  let before = 0;
  history.forEach(({ seat }, index) => {
    if (!all.length || (seat !== before && (seat < before || all.at(-1).has(seat)))) all.push(new Map());
    const round = all.at(-1);
    round.set(seat, [...(round.get(seat) ?? []), index + 1]);
    before = seat;
  });
  return all;
}
