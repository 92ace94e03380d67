// A link or a code to be copied.

import { text } from "../../text.js";
import { speak } from "./announcer.js";
import { el, fresh, icon, setIcon } from "./element.js";

const COPIED_FOR = 2000;

/** Copies a text; without a clipboard API (no https) by selecting it. */
async function copy(value, field) {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/** A labelled read-only field with a Copy button. */
export function copyField(label, value, { mark, kind = "plain", help, autofocus = false } = {}) {
  const id = fresh("copy");
  const field = el("input", { id, class: "field code", readonly: true, value, onfocus: () => field.select() });
  const [sign, word] = [icon("copy"), el("span", {}, text("web.copy"))];
  const press = async () => {
    await copy(value, field);
    word.textContent = text("web.copied");
    setIcon(sign, "check");
    speak(text("web.copied"));
    setTimeout(() => {
      word.textContent = text("web.copy");
      setIcon(sign, "copy");
    }, COPIED_FOR);
  };
  const copier = el(
    "button",
    { type: "button", class: `button ${kind}`, "aria-describedby": `${id}-label`, autofocus, onclick: press },
    sign,
    word,
  );
  return el(
    "div",
    { class: "copying" },
    el("label", { for: id, id: `${id}-label`, class: "label" }, label),
    help && el("p", { class: "small" }, help),
    el("div", { class: "row" }, mark, field, copier),
  );
}

/** The HTML that shows a board on another page; `path` is an address under `/embed/`. */
export function embedField(path, title) {
  const frame = el("iframe", { src: location.origin + path, title, width: 480, height: 600, loading: "lazy" });
  const looks = '<iframe style="border: 0; max-width: 100%"'; // as an attribute our own page would not allow it
  return copyField(text("web.embed.code"), frame.outerHTML.replace("<iframe", looks));
}
