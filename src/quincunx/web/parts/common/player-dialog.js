// Who one is: the name, the link that carries one's games, sounds and keys.

import { become, carryLink, isSecret, set, setting } from "../../player.js";
import { texts } from "../../texts.js";
import { copyField } from "./copy-field.js";
import { openDialog, sure } from "./dialog.js";
import { button, el, fresh, toggle } from "./element.js";

export const LONGEST_NAME = 40;

/** The name one sits down with. */
export const myName = () => setting("name") || texts.guest;

/** Keeps a name as the player's own; one that says nothing is not kept. */
export function rememberName(name) {
  if (name.trim() && name.trim() !== texts.guest) set("name", name.trim());
}

/** Opens the dialog; `changed` is called when the name is another one. */
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
    set("name", field.value.trim());
    changed();
    opened.close();
  };
  const opened = openDialog(
    texts.you.title,
    el(
      "div",
      { class: "stack" },
      el(
        "form",
        { onsubmit: save },
        el("label", { for: id, class: "label" }, texts.you.name),
        el("div", { class: "row tight" }, field, button(texts.you.save, { kind: "primary", type: "submit" })),
      ),
      copyField(texts.you.carry, carryLink(), { help: texts.you.carryHelp }),
      el(
        "div",
        {},
        toggle(texts.you.sounds, setting("sound"), (on) => set("sound", on)),
        toggle(texts.you.letters, setting("letters"), (on) => set("letters", on)),
      ),
    ),
  );
}

/** A link that carries a player here: asks, and becomes that player or stays. True if this browser is another player now. */
export async function arrive() {
  const other = new URLSearchParams(location.hash.slice(1)).get("player");
  if (other === null) return false;
  // The secret leaves the address bar and the history at once, whatever the answer.
  history.replaceState(null, "", location.pathname);
  if (!isSecret(other)) {
    openDialog(texts.you.arrive, el("p", {}, texts.you.broken));
    return false;
  }
  const wanted = await sure({
    title: texts.you.arrive,
    text: texts.you.arriveHelp,
    yes: texts.you.replace,
    grave: false,
  });
  if (wanted) become(other);
  return wanted;
}
