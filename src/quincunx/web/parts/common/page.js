// The page itself: busy until it is drawn as a whole, so that a screen reader does not read half of it.

import { text } from "../../text.js";
import { el, icons } from "./element.js";

export const page = document.querySelector("#page");

// A link that differs only in what it carries behind the # (a player, a watcher's code, a move) would load nothing.
addEventListener("hashchange", () => location.hash.includes("=") && location.reload());

/** All of it is there: what came from the server, and the icons. */
export async function drawn() {
  await icons;
  page.removeAttribute("aria-busy");
}

/** In place of a table that is not there, or is not for these eyes. */
export function gone(reason) {
  page.className = "";
  page.replaceChildren(
    el(
      "div",
      { class: "gone" },
      el("h1", {}, text("web.gone.title")),
      el("p", {}, reason),
      el("a", { class: "button primary", href: "/" }, text("web.gone.home")),
    ),
  );
}

/** In place of a page that could not be drawn: why, and the ways on. */
export function failed(reason) {
  page.className = "";
  page.replaceChildren(
    el(
      "div",
      { class: "gone" },
      el("h1", {}, text("web.failed.title")),
      el("p", { class: "error", role: "alert" }, reason),
      el(
        "p",
        { class: "row" },
        el("a", { class: "button primary", href: location.href }, text("web.failed.retry")),
        el("a", { class: "button plain", href: "/" }, text("web.gone.home")),
      ),
    ),
  );
}
