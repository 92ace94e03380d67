// A form for a game record, as a file or as text.

import { goTo } from "../../addresses.js";
import * as api from "../../api.js";
import { text } from "../../text.js";
import { openDialog } from "./dialog.js";
import { button, el, fresh, icon } from "./element.js";

/** Takes a record as a file or as text, and goes to the table that the server opens for it. */
export function importDialog() {
  const open = async (record) => goTo(`/t/${(await api.openRecord(record)).id}`);
  openDialog(text("web.record.import"), recordForm(text("web.record.open"), open), { wide: true });
}

/** A form for a record as a file or as text; `go` is the word on its button, `take(record)` may be refused, which is
 * said in the form. */
export function recordForm(go, take) {
  const [fileId, textId, errorId] = [fresh("file"), fresh("record"), fresh("error")];
  const error = el("p", { id: errorId, class: "error", role: "alert" });
  const area = el("textarea", {
    id: textId,
    class: "field code",
    rows: 8,
    spellcheck: "false",
    "aria-describedby": errorId,
  });
  const file = el("input", {
    id: fileId,
    type: "file",
    class: "unseen",
    accept: "text/plain,.txt,.pgn",
    onchange: async () => {
      const [chosen] = file.files;
      named.textContent = chosen?.name ?? "";
      if (chosen) area.value = await chosen.text();
    },
  });
  const named = el("span", { class: "small" });
  const send = async (event) => {
    event.preventDefault();
    try {
      await take(area.value);
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  };
  return el(
    "form",
    { class: "stack", onsubmit: send },
    el(
      "div",
      { class: "row" },
      file,
      el("label", { for: fileId, class: "button plain file-button" }, icon("upload"), text("web.record.file")),
      named,
    ),
    el("div", {}, el("label", { for: textId, class: "label" }, text("web.record.text")), area),
    error,
    el("div", { class: "row end" }, button(go, { kind: "primary", type: "submit" })),
  );
}
