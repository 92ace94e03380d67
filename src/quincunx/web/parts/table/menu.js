// What is behind More: the record, links, the dice, sounds and keys, and what only the owner may do.

import * as api from "../../api.js";
import { nameOf } from "../../games.js";
import { set, setting } from "../../player.js";
import { texts } from "../../texts.js";
import { keysDialog } from "../board/shortcuts.js";
import { copyField } from "../common/copy-field.js";
import { openDialog, sure } from "../common/dialog.js";
import { button, el, fresh, icon, toggle } from "../common/element.js";
import { mySeat, othersPlay } from "./model.js";

/** Where a position can be looked at and played on from. */
export const positionLink = (position) => `${location.origin}/new?position=${encodeURIComponent(position)}`;

/** Where it can be studied. */
export const studyLink = (position) => `${location.origin}/study?position=${encodeURIComponent(position)}`;

/** `context` has `table`, `view`, `watch` and what the page does: `act`, `refuse`, `invite`, `fairness`, and
 * `others`, the deeds that have no place on a phone's bar. */
export function moreDialog(context) {
  const { table, view } = context;
  const told = texts.more;
  const then = (deed) => () => {
    opened.close();
    deed();
  };
  const item = (name, text, deed) =>
    el("li", {}, el("button", { type: "button", class: "item", onclick: then(deed) }, icon(name), text));
  const link = (name, text, href) => el("li", {}, el("a", { class: "item", href }, icon(name), text));
  const opened = openDialog(
    told.title,
    el(
      "div",
      { class: "stack" },
      el(
        "ul",
        { class: "items" },
        context.others.map(({ icon: sign, text, press }) => phoneOnly(item(sign, text, press))),
        link("book", told.rules(table.title), `/rules/${nameOf(view.game)}`),
        table.dice && item("dice", told.fairness, context.fairness),
        item("download", told.download, () => download(context)),
        item("upload", told.upload, importDialog),
        !view.outcome && link("play", told.from, positionLink(view.position)),
        table.hints && link("values", told.study, studyLink(view.position)),
        item("link", told.share, context.invite),
        !table.hints &&
          table.mine.length > 0 &&
          table.began &&
          item("hint", told.askHints, () => context.act({ do: "ask", what: "hints", seat: mySeat(table) })),
        table.previous && link("back", told.previous, `/t/${table.previous}`),
        item("keyboard", told.keys, keysDialog),
      ),
      copyField(told.position, positionLink(view.position)),
      el(
        "div",
        {},
        toggle(texts.you.sounds, setting("sound"), (on) => set("sound", on)),
        toggle(texts.you.letters, setting("letters"), (on) => set("letters", on)),
      ),
      table.owner && owners(context, then),
    ),
  );
}

function phoneOnly(element) {
  element.classList.add("phone-only");
  return element;
}

function owners({ table, act, refuse }, then) {
  const told = texts.more;
  const abandon = async () => {
    if (!(await sure(told.sureAbandon))) return;
    act(othersPlay(table) ? { do: "ask", what: "abandon", seat: mySeat(table) } : { do: "abandon" });
  };
  const remove = async () => {
    if (!(await sure(told.sureRemove))) return;
    try {
      await api.remove(table.id);
      location.assign("/");
    } catch (refusal) {
      refuse(refusal.message);
    }
  };
  return el(
    "div",
    { class: "row end" },
    !table.over && button(told.abandon, { kind: "grave", onclick: then(abandon) }),
    button(told.remove, { kind: "grave", icon: "trash", onclick: then(remove) }),
  );
}

async function download({ table, watch, refuse }) {
  try {
    const text = await api.record(table.id, watch);
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    el("a", { href: address, download: `${nameOf(table.state.game)}-${table.id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (refusal) {
    refuse(refusal.message);
  }
}

/** Takes a record as a file or as text, and goes to the table that the house opens for it. */
export function importDialog() {
  const open = async (text) => location.assign(`/t/${(await api.openRecord(text)).id}`);
  openDialog(texts.importing.title, recordForm(texts.importing, open), { wide: true });
}

/** A form for a record as a file or as text; `take(text)` may be refused, which is said in the form. */
export function recordForm(told, take) {
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
    accept: "text/plain,.txt,.pgn",
    onchange: async () => {
      if (file.files[0]) area.value = await file.files[0].text();
    },
  });
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
    el("div", {}, el("label", { for: fileId, class: "label" }, told.file), file),
    el("div", {}, el("label", { for: textId, class: "label" }, told.text), area),
    error,
    el("div", { class: "row end" }, button(told.go, { kind: "primary", type: "submit" })),
  );
}
