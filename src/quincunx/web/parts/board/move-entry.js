// A field to type moves in, for those who use no pointer. It is visible while it has the focus.

import { text } from "../../text.js";
import { button, el, fresh } from "../common/element.js";

/** `play(token)` is called with what was typed. */
export function moveEntry(play) {
  const id = fresh("move");
  const field = el("input", {
    id,
    class: "field",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    onkeydown: (event) => event.key === "Escape" && field.blur(),
  });
  const send = (event) => {
    event.preventDefault();
    const token = field.value.trim().replace("–", "-");
    field.value = "";
    if (token) play(token);
  };
  const element = el(
    "form",
    { class: "move-entry", onsubmit: send },
    el("label", { for: id, class: "label" }, text("web.board.type-move")),
    field,
    button(text("web.board.play-move"), { kind: "primary", type: "submit" }),
  );
  return { element, focus: () => field.focus() };
}
