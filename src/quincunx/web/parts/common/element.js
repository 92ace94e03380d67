// Creates elements. Text is never read as markup; the only markup that is parsed is our own file of icons.

import { addressOf } from "../../addresses.js";

const SVG = "http://www.w3.org/2000/svg";
let count = 0;

/** The icons are loaded once, so that they can be drawn while the connection is lost. */
export const icons = fetch(new URL("../../icons.svg", import.meta.url))
  .then((answer) => answer.text())
  .then((text) => {
    const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    sheet.setAttribute("hidden", "");
    sheet.setAttribute("aria-hidden", "true");
    document.body.append(document.adoptNode(sheet));
  })
  .catch(() => {});

/** An element; attributes that are false or null are left out, those that begin with `on` are listeners, and a `href` may
 * be the path of a page. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : name === "href" ? addressOf(value) : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function drawing(name, classes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", classes);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

export const icon = (name) => drawing(name, "icon");
export const logo = () => drawing("logo", "logo");

/** The shape and colour of a seat. */
export const emblem = (suit) => drawing(`suit-${suit}`, `suit suit-${suit}`);

/** Another icon in a place that already shows one. */
export function setIcon(svg, name) {
  svg.firstElementChild.setAttribute("href", `#icon-${name}`);
}

/** A button with a word, and an icon before it if one is named. */
export function button(text, { icon: name, kind = "plain", ...attributes } = {}) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`, ...attributes },
    name && icon(name),
    el("span", {}, text),
  );
}

/** A button that is only an icon that everybody knows, with its name for screen readers. */
export function iconButton(name, label, attributes = {}) {
  return el(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, ...attributes },
    icon(name),
  );
}

/** Sentences whose moves stand in italics: texts, and `{em}` for a move. */
export function sentence(parts) {
  return parts.flat(Infinity).map((part) => (typeof part === "string" ? part : el("em", {}, part.em)));
}

/** The same as plain text. */
export function plain(parts) {
  return parts
    .flat(Infinity)
    .map((part) => (typeof part === "string" ? part : part.em))
    .join("");
}

/** A name for an element that another one refers to. */
export const fresh = (word) => `${word}-${++count}`;

/** A switch with its label: `change(on)` is called when it is turned. */
export function toggle(label, on, change) {
  const control = el("button", { type: "button", role: "switch", class: "switch", "aria-checked": String(on) });
  const id = fresh("switch");
  control.setAttribute("aria-labelledby", id);
  control.addEventListener("click", () => {
    const now = control.getAttribute("aria-checked") !== "true";
    control.setAttribute("aria-checked", String(now));
    change(now);
  });
  return el("div", { class: "switch-row" }, el("span", { id, onclick: () => control.click() }, label), control);
}
