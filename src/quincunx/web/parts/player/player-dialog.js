// The player's dialog: name, a link that opens their games on another device, sounds and keys.

import { hasServer } from "../../addresses.js";
import * as api from "../../api.js";
import { become, carryLink, isSecret, set, setting } from "../../player.js";
import { text } from "../../text.js";
import { copyField } from "../common/copy-field.js";
import { openDialog, sure } from "../common/dialog.js";
import { button, el, fresh, toggle } from "../common/element.js";
import { LONGEST_NAME, myName } from "./name.js";
import { tallyDialog } from "./tally-dialog.js";

/** Renames the seats in which I play under the old name. */
async function renameSeats(before, name) {
  const { mine } = await api.tables().catch(() => ({ mine: [] }));
  for (const { id, seats } of mine.filter(({ over }) => !over))
    for (const { seat } of seats.filter((each) => each.mine && each.name === before))
      await api.act(id, { do: "rename", seat, name }).catch(() => {});
}

/** Opens the dialog; `changed` is called when the name has changed. */
export function aboutMe({ changed }) {
  const id = fresh("name");
  const field = el("input", {
    id,
    class: "field",
    value: setting("name") ?? "",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
  });
  const save = (event) => {
    event.preventDefault();
    const before = myName();
    set("name", field.value.trim());
    if (myName() !== before) renameSeats(before, myName());
    changed();
    opened.close();
  };
  const results = () => {
    opened.close();
    tallyDialog();
  };
  const opened = openDialog(
    text("web.player.title"),
    el(
      "div",
      { class: "stack" },
      el(
        "form",
        { onsubmit: save },
        el("label", { for: id, class: "label" }, text("web.player.name")),
        el("div", { class: "row tight" }, field, button(text("web.player.save"), { kind: "primary", type: "submit" })),
      ),
      el("div", { class: "row" }, button(text("web.tally.title"), { onclick: results })),
      hasServer && copyField(text("web.player.carry"), carryLink(), { help: text("web.player.carry-help") }),
      el(
        "div",
        {},
        toggle(text("web.player.sounds"), setting("sound"), (on) => set("sound", on)),
        toggle(text("web.player.letters"), setting("letters"), (on) => set("letters", on)),
      ),
    ),
  );
}

/** A link that carries a player here: asks, and becomes that player or stays. True if this browser is another player now. */
export async function arrive() {
  const other = new URLSearchParams(location.hash.slice(1)).get("player");
  if (other === null) return false;
  // Remove the secret from the address bar and the history at once, whatever the answer.
  history.replaceState(null, "", location.pathname);
  if (!isSecret(other)) {
    openDialog(text("web.arrive.title"), el("p", {}, text("web.arrive.broken")));
    return false;
  }
  const wanted = await sure("web.arrive", { grave: false });
  if (wanted) become(other);
  return wanted;
}
