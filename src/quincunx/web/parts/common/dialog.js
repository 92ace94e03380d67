// Dialogs: the browser's own, which keeps the focus inside, closes on Escape and gives the focus back.

import { hasText, text } from "../../text.js";
import { button, el, fresh, iconButton } from "./element.js";

/** Opens a dialog with a title and some content; gives `close`, and `closed`, called when it is gone. */
export function openDialog(title, content, { wide = false, closed } = {}) {
  const id = fresh("dialog");
  const close = () => element.close();
  const element = el(
    "dialog",
    { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id },
    el(
      "div",
      { class: "dialog-head" },
      el("h2", { id }, title),
      iconButton("close", text("web.close"), { onclick: close }),
    ),
    content,
  );
  element.addEventListener("close", () => {
    element.remove();
    closed?.();
  });
  // Only a click on the backdrop has the dialog itself as target: its content covers the rest.
  element.addEventListener("click", (event) => event.target === element && outside(event, element) && close());
  document.body.append(element);
  element.showModal();
  return { element, close };
}

function outside({ clientX, clientY }, element) {
  const box = element.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** Asks for confirmation; resolves to whether it was given. `group` has the texts `title`, `text`, `yes`
 * and perhaps `no`; `words` takes the place of its text. */
export function sure(group, { words = text(`${group}.text`), no = text("web.cancel"), grave = true } = {}) {
  return new Promise((resolve) => {
    let answer = false;
    const say = (value) => () => {
      answer = value;
      opened.close();
    };
    const opened = openDialog(
      text(`${group}.title`),
      el(
        "div",
        {},
        el("p", {}, words),
        el(
          "div",
          { class: "row end" },
          button(hasText(`${group}.no`) ? text(`${group}.no`) : no, { onclick: say(false), autofocus: true }),
          button(text(`${group}.yes`), { kind: grave ? "grave" : "primary", onclick: say(true) }),
        ),
      ),
      { closed: () => resolve(answer) },
    );
  });
}
