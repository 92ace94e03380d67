// Notices above a page, which stay until they are closed.

import { el } from "./element.js";
import { text } from "../../text.js";

const shown = new Map();
const place = el("div", { class: "page-notices" });

// Boards that fit the window leave room for it.
new ResizeObserver(() => document.documentElement.style.setProperty("--notices", `${place.offsetHeight}px`)).observe(
  place,
);

/** Shows a notice with something to do about it. One of the same name is replaced, and stays closed if it was closed. */
function notice(name, words, action) {
  const close = act(text("web.offline.close"), () => made.remove());
  const made = el("div", { role: "status", id: name }, el("p", {}, words), action, close);
  const before = shown.get(name);
  shown.set(name, made);
  if (before?.isConnected) before.replaceWith(made);
  else if (!before) place.append(made);
  if (!place.isConnected) document.querySelector("#page").before(place);
}

const act = (words, onclick) => el("button", { type: "button", class: "link", onclick }, words);

/** There is a new version; `change` goes over to it. */
export const isNew = (change) => notice("update", text("web.offline.new"), act(text("web.offline.update"), change));

/** The server cannot be reached, and this page does what it can without. */
export const cannotReach = () =>
  notice(
    "unreachable",
    text("web.offline.notice"),
    act(text("web.failed.retry"), () => location.reload()),
  );

let address = "";

/** A game is not being kept: offers its record as a file. */
export function notKept(record, game) {
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const save = { class: "link", href: address, download: `${game.split(":")[0]}.txt` };
  notice("not-kept", text("web.local.not-kept"), el("a", save, text("web.local.export")));
}
