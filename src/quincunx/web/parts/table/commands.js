// The buttons under the move list: all actions besides moves. On a phone five of them are in the bar at the bottom.

import { drawsLines } from "../../games.js";
import { explain, text } from "../../text.js";
import { button, el, fresh } from "../common/element.js";
import { mySeat, namesOf, playing } from "./model.js";

const ORDER = ["undo", "redo", "hint", "values", "lines", "draw", "from", "resign", "chat", "more"];
const SWITCHES = ["hint", "values", "lines"];
const ICONS = { from: "play" };
const PLAYERS_ONLY = ["undo", "redo", "draw", "resign"];

/** Why an action is not possible now; empty if it is possible. `view` is what the board shows. */
export function whyNot(table, name, view) {
  const may = table.may?.[mySeat(table)] ?? {};
  if (name === "hint" || name === "values") {
    if (!table.hints) return text("web.off.people");
    if (view.outcome) return text("web.off.over");
    if (name === "hint" && isWaiting(table, view)) return text("web.off.turn");
    return view.actor < 1 ? text("web.off.dice") : "";
  }
  if (name === "lines") return table.hints ? "" : text("web.off.lines");
  if (name === "rematch") return table.over ? "" : text("web.off.not-over");
  if (name === "from") return view.outcome ? text("web.off.over") : "";
  return explain(may[name] ?? "", namesOf(table));
}

/** Whether a player here is looking at the current position, but has to wait for others. */
export const isWaiting = (table, view) =>
  !table.over && view === table.state && table.mine.length > 0 && !playing(table);

/** Whether an action is shown at this table now. */
function wanted(table, name, view) {
  if (name === "lines") return drawsLines(view);
  if (PLAYERS_ONLY.includes(name) && !table.mine.length) return false;
  if (name === "draw" || name === "resign") return !table.over;
  if (name === "from") return table.over;
  return name !== "chat";
}

/** The four that are in a phone's bar, besides More. */
function onBar(table, view, company) {
  const lines = drawsLines(view) ? "lines" : "redo";
  if (table.over) return ["undo", "values", company ? "chat" : lines, "from"];
  if (!table.mine.length) return ["hint", "values", "lines", "chat"];
  if (table.hints) return ["undo", "hint", "values", company ? "chat" : lines];
  return ["undo", "draw", "resign", "chat"];
}

/** The buttons for actions. `press(name)` performs one, `refuse(reason)` says why one is not possible. */
export function actionBar({ press, refuse }) {
  const buttons = new Map(ORDER.map((name) => [name, make(name)]));
  const element = el(
    "div",
    { class: "actions", role: "group", "aria-label": text("web.action.label") },
    [...buttons.values()].map(({ root }) => root),
  );

  function make(name) {
    const id = fresh("why");
    const why = el("span", { id, class: "unseen" });
    const control = button(text(`web.action.${name}`), {
      icon: ICONS[name] ?? name,
      kind: name === "resign" ? "grave" : "plain",
      "aria-describedby": id,
      "data-action": name,
      onclick: () => (control.getAttribute("aria-disabled") === "true" ? refuse(why.textContent) : press(name)),
    });
    return { root: el("div", { class: "action-place" }, control, why), control, why };
  }

  return {
    element,
    /** The possible actions that have no room in a phone's bar. */
    others: () =>
      [...buttons]
        .filter(
          ([, { root, control }]) =>
            !root.hidden && !root.classList.contains("in-bar") && control.getAttribute("aria-disabled") !== "true",
        )
        .map(([name]) => ({ name, icon: ICONS[name] ?? name, text: text(`web.action.${name}`) })),
    /** `on` says which switches are on, `company` whether there is somebody to talk to, `unread` how many words wait. */
    show(table, { view, on, company, unread }) {
      const bar = onBar(table, view, company);
      for (const [name, { root, control, why }] of buttons) {
        const reason = whyNot(table, name, view);
        root.hidden = !wanted(table, name, view) && !(name === "chat" && company);
        root.classList.toggle("in-bar", name === "more" || bar.includes(name));
        root.classList.toggle("phone-only", name === "chat");
        control.setAttribute("aria-disabled", String(Boolean(reason)));
        control.title = reason;
        why.textContent = reason;
        if (SWITCHES.includes(name)) control.setAttribute("aria-pressed", String(Boolean(on[name]) && !reason));
        if (name === "chat")
          control.lastElementChild.textContent = unread
            ? text("web.action.unread", { n: unread })
            : text("web.action.chat");
      }
    },
  };
}
