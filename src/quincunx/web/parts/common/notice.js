// Notices above a page, which stay until they are closed.

import { button, el } from "./element.js";
import { text } from "../../text.js";

const shown = new Map();

/** Shows a notice with something to do about it. One of the same name is replaced, and stays closed if it was closed. */
function notice(name, words, action) {
  const close = button(text("web.offline.close"), { onclick: () => made.remove() });
  const made = el(
    "div",
    { class: "trouble", role: "status", id: name },
    el("p", {}, words),
    el("div", { class: "row" }, action, close),
  );
  const before = shown.get(name);
  shown.set(name, made);
  if (before?.isConnected) before.replaceWith(made);
  else if (!before) document.querySelector("#page").before(made);
}

/** There is a new version; `change` goes over to it. */
export const isNew = (change) =>
  notice("update", text("web.offline.new"), button(text("web.offline.update"), { onclick: change }));

/** The server cannot be reached, and this page does what it can without. */
export function cannotReach() {
  const again = button(text("web.failed.retry"), { onclick: () => location.reload() });
  notice("unreachable", text("web.offline.notice"), again);
}

let address = "";

/** A game is not being kept: offers its record as a file. */
export function notKept(record, game) {
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const save = { class: "button plain", href: address, download: `${game.split(":")[0]}.txt` };
  notice("not-kept", text("web.local.not-kept"), el("a", save, text("web.local.export")));
}
