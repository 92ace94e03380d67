// The menu More: the record, links, the dice, sounds and keys, and what only the owner may do.

import { goTo, hasServer } from "../../addresses.js";
import * as api from "../../api.js";
import { nameOf, skinsOf } from "../../games.js";
import { set, setting } from "../../player.js";
import { text } from "../../text.js";
import { hasKeyboard } from "../../boards/phrases.js";
import { keysDialog } from "../board/shortcuts.js";
import { copyField } from "../common/copy-field.js";
import { openDialog, sure } from "../common/dialog.js";
import { button, el, icon, toggle } from "../common/element.js";
import { positionLink, studyLink } from "../common/links.js";
import { importDialog } from "../common/record-form.js";
import { mayEvaluate } from "./table-graph.js";
import { goesOn, hasCompany, mySeat, nameAt, othersPlay } from "./model.js";

/** `context` has `table`, `view`, `watch` and what the page does: `act`, `refuse`, `invite`, `fairness`, and
 * `others`, the actions for which a phone's bar has no room. */
export function moreDialog(context) {
  const { table, view } = context;
  const then = (action) => () => {
    opened.close();
    action();
  };
  const item = (name, words, action) =>
    el("li", {}, el("button", { type: "button", class: "item", onclick: then(action) }, icon(name), words));
  const link = (name, words, href) => el("li", {}, el("a", { class: "item", href }, icon(name), words));
  const opened = openDialog(
    text("web.more.title"),
    el(
      "div",
      { class: "stack" },
      el(
        "ul",
        { class: "items" },
        context.others.map(({ icon: sign, text: words, press }) => phoneOnly(item(sign, words, press))),
        link("book", text("web.more.rules", { game: table.title }), `/rules/${nameOf(view.game)}`),
        table.dice && item("dice", text("web.dice.title"), context.fairness),
        item("download", text("web.more.download"), () => download(context)),
        item("upload", text("web.more.import"), importDialog),
        !view.outcome && link("play", text("web.more.from"), positionLink(view.position)),
        table.hints && link("values", text("web.more.study"), studyLink(view.position)),
        hasServer && item("link", text("web.more.share"), context.invite),
        !hasCompany(table) &&
          table.mine.length > 0 &&
          goesOn(table) &&
          table.seats
            .filter(({ kind, plays }) => kind === "computer" && plays)
            .map(({ seat }) =>
              item("computer", text("web.more.level", { name: nameAt(table, seat) }), () => context.standIn(seat)),
            ),
        !table.hints &&
          table.mine.length > 0 &&
          table.began &&
          item("hint", text("web.more.hints"), () => context.act({ do: "ask", what: "hints", seat: mySeat(table) })),
        table.previous && link("back", text("web.more.previous"), `/t/${table.previous}`),
        hasKeyboard && item("keyboard", text("web.more.keys"), keysDialog),
      ),
      copyField(text("web.more.position"), positionLink(view.position)),
      el(
        "div",
        {},
        toggle(text("web.player.sounds"), setting("sound"), (on) => set("sound", on)),
        skinsOf(view).map((skin) =>
          toggle(text(`${nameOf(view.game)}.board.skin.${skin}`), setting("skin") === skin, (on) =>
            set("skin", on ? skin : ""),
          ),
        ),
        mayEvaluate(table) && toggle(text("web.more.graph"), setting("graph"), (on) => set("graph", on)),
        hasKeyboard && toggle(text("web.player.letters"), setting("letters"), (on) => set("letters", on)),
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
  const abandon = async () => {
    if (!(await sure("web.sure.abandon", { no: text("web.sure.keep-playing") }))) return;
    act(othersPlay(table) ? { do: "ask", what: "abandon", seat: mySeat(table) } : { do: "abandon" });
  };
  const remove = async () => {
    if (!(await sure("web.sure.delete"))) return;
    try {
      await api.remove(table.id);
      goTo("/");
    } catch (refusal) {
      refuse(refusal);
    }
  };
  return el(
    "div",
    { class: "row end" },
    !table.over && button(text("web.more.abandon"), { kind: "grave", onclick: then(abandon) }),
    button(text("web.more.delete"), { kind: "grave", icon: "trash", onclick: then(remove) }),
  );
}

async function download({ table, watch, refuse }) {
  try {
    const record = await api.record(table.id, watch);
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    el("a", { href: address, download: `${nameOf(table.state.game)}-${table.id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (refusal) {
    refuse(refusal);
  }
}
