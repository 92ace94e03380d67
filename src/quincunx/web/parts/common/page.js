// The page itself: marked busy until all of it is drawn, so that a screen reader does not read half of it.

import { addressOf } from "../../addresses.js";
import { text } from "../../text.js";
import { el, icons } from "./element.js";

export const page = document.querySelector("#page");

// A link that differs only in the part after # (a player, a watch code, a move) would not load anything by itself.
addEventListener("hashchange", () => location.hash.includes("=") && location.reload());

const root = document.documentElement.dataset;
const place = () => location.pathname + location.search;
let here = place();

// Back from a page that was entered, or forward to it.
addEventListener("popstate", () => place() !== here && location.reload());

/** Whether the document still shows a page: it may have become the next one. */
export const isShown = (name) => root.page === name;

/** Goes to a table in this document, which a slow phone does in half the time: nothing is loaded again. The page has the
 * style sheets of the next one, and `load` imports its module. */
export async function enter(path, load) {
  for (const sheet of document.querySelectorAll("link[rel=stylesheet][href*='/pages/']")) {
    if (sheet.media === "all") sheet.remove();
    else sheet.media = "all";
  }
  // Addresses relative to this page would be wrong on the next one.
  if (root.worker) root.worker = new URL(root.worker, location.href).href;
  for (const script of document.querySelectorAll("script[src]")) script.setAttribute("src", script.src);
  for (const link of document.querySelectorAll("link[rel=manifest], link[rel*=icon]")) link.href = `${link.href}`;
  history.pushState(null, "", addressOf(path));
  here = place();
  root.page = "table";
  page.className = page.dataset.next;
  page.setAttribute("aria-busy", "true");
  page.replaceChildren();
  scrollTo(0, 0);
  page.focus();
  await load().catch(() => location.reload());
}

/** Everything is loaded: the data from the server, and the icons. */
export async function drawn() {
  await icons;
  page.removeAttribute("aria-busy");
}

/** Shown instead of a table that does not exist or is private. */
export function gone(reason) {
  page.className = "";
  document.title = text("web.title.page", { title: text("web.gone.title") });
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

/** Shown instead of a page that could not be drawn: why, and where to go next. */
export function failed(reason) {
  page.className = "";
  document.title = text("web.title.page", { title: text("web.failed.title") });
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
