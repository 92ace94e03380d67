// The header of every page: the name, the main menu, sound, theme, and the player's name.

import { hasServer } from "../../addresses.js";
import { set, setting } from "../../player.js";
import { text } from "../../text.js";
import { el, icon, iconButton, logo, setIcon } from "./element.js";
import { later } from "./later.js";

/** Milliseconds to wait after a page is complete, so that its own files come first. */
const LATER = 2000;
const keep = () =>
  import("../../offline/register.js").then(
    ({ register }) => register(),
    () => {}, // no connection
  );
const keepLater = () => setTimeout(keep, LATER);
if (document.documentElement.dataset.worker) {
  // WebKit runs these modules after the page's load event.
  if (document.readyState === "complete") keepLater();
  else addEventListener("load", keepLater);
}

const THEMES = ["system", "light", "dark"];

const dialogs = later(() => import("../player/player-dialog.js"));

const PAGES = [
  { name: "play", address: "/", icon: "play" },
  { name: "watch", address: "/#tables", icon: "eye" },
  { name: "puzzles", address: "/puzzles", icon: "puzzle" },
  { name: "study", address: "/study", icon: "values" },
  { name: "lessons", address: "/lessons", icon: "lesson" },
  { name: "rules", address: "/rules", icon: "book" },
];

/** Fills the page's header; `current` is this page, `title` what a phone shows instead of the name. */
export function header(current, title = "") {
  const name = el("span", { class: "me-name" });
  const me = el("button", { type: "button", class: "me", onclick: about }, name);
  function about() {
    dialogs(({ aboutMe }) => aboutMe({ changed: nameMe }));
  }
  function nameMe() {
    name.textContent = setting("name") || text("web.header.nameless");
    me.setAttribute("aria-label", accountName(setting("name")));
  }
  nameMe();
  const parts = [
    el("a", { class: "skip", href: "#page", onclick: skip }, text("web.header.skip")),
    el(
      "a",
      { class: "brand", href: "/", "aria-label": text("web.header.home") },
      logo(),
      el("span", { class: "site-name" }, text("web.name")),
    ),
    title && el("span", { class: "room-name", "aria-hidden": "true" }, title),
    el(
      "nav",
      { "aria-label": text("web.header.menu") },
      PAGES.filter(({ name }) => hasServer || name !== "watch").map((room) =>
        el(
          "a",
          { href: room.address, "aria-current": room.name === current && "page" },
          icon(room.icon),
          el("span", {}, text(`web.header.page.${room.name}`)),
        ),
      ),
    ),
    el("div", { class: "header-tools" }, soundButton(), themeButton(), me),
  ];
  document.querySelector("#header").replaceChildren(...parts.filter(Boolean));
}

const accountName = (name) => (name ? text("web.header.settings-of", { name }) : text("web.header.settings"));

/** Goes to the page without a trace in the address: a code to watch, or a move, may stand behind its `#`. */
function skip(event) {
  event.preventDefault();
  document.querySelector("#page").focus();
}

function soundButton() {
  const press = iconButton("sound", "", { onclick: () => set("sound", !setting("sound")) });
  function show() {
    const on = setting("sound");
    setIcon(press.firstElementChild, on ? "sound" : "silence");
    press.setAttribute("aria-pressed", String(on));
    press.setAttribute("aria-label", text("web.header.sounds"));
    press.title = on ? text("web.header.sounds-on") : text("web.header.sounds-off");
  }
  addEventListener("setting", show);
  show();
  return press;
}

function themeButton() {
  const press = iconButton("theme-system", "", {
    onclick: () => {
      set("theme", THEMES[(THEMES.indexOf(setting("theme")) + 1) % THEMES.length]);
      show();
    },
  });
  function show() {
    const theme = setting("theme");
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const label = text(`web.header.theme.${theme}`);
    press.setAttribute("aria-label", label);
    press.title = label;
    setIcon(press.firstElementChild, `theme-${theme}`);
  }
  show();
  return press;
}
