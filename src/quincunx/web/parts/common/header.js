// The head of every page: the house, its rooms, sound, light and dark, and who one is.

import { set, setting } from "../../player.js";
import { texts } from "../../texts.js";
import { el, icon, iconButton, logo, setIcon } from "./element.js";
import { aboutMe } from "./player-dialog.js";

const THEMES = ["system", "light", "dark"];

const ROOMS = [
  { name: "play", address: "/", icon: "play" },
  { name: "watch", address: "/#tables", icon: "eye" },
  { name: "puzzles", address: "/puzzles", icon: "puzzle" },
  { name: "study", address: "/study", icon: "values" },
  { name: "lessons", address: "/lessons", icon: "lesson" },
  { name: "rules", address: "/rules", icon: "book" },
];

/** Fills the page's header; `current` is the room one is in, `title` what a phone shows instead of the house's name. */
export function header(current, title = "") {
  const name = el("span", { class: "me-name" });
  const me = el("button", { type: "button", class: "me", onclick: () => aboutMe({ changed: nameMe }) }, name);
  function nameMe() {
    name.textContent = setting("name") || texts.header.nameless;
    me.setAttribute("aria-label", texts.header.you(setting("name")));
  }
  nameMe();
  const parts = [
    el("a", { class: "skip", href: "#page", onclick: skip }, texts.header.skip),
    el(
      "a",
      { class: "brand", href: "/", "aria-label": texts.header.home },
      logo(),
      el("span", { class: "house-name" }, texts.house.name),
    ),
    title && el("span", { class: "room-name", "aria-hidden": "true" }, title),
    el(
      "nav",
      { "aria-label": texts.header.rooms },
      ROOMS.map((room) =>
        el(
          "a",
          { href: room.address, "aria-current": room.name === current && "page" },
          icon(room.icon),
          el("span", {}, texts.header[room.name]),
        ),
      ),
    ),
    el("div", { class: "header-tools" }, soundButton(), themeButton(), me),
  ];
  document.querySelector("#header").replaceChildren(...parts.filter(Boolean));
}

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
    press.setAttribute("aria-label", texts.header.sounds);
    press.title = on ? texts.header.soundsOn : texts.header.soundsOff;
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
    const label = texts.header.theme[theme];
    press.setAttribute("aria-label", label);
    press.title = label;
    setIcon(press.firstElementChild, `theme-${theme}`);
  }
  show();
  return press;
}
