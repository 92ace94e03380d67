// Chat between the players, or between spectators: plain text, which can be hidden.

import { set, setting } from "../../player.js";
import { text } from "../../text.js";
import { speak } from "../common/announcer.js";
import { button, el, emblem, fresh, icon, toggle } from "../common/element.js";
import { isMine, seatAt } from "./model.js";

const LONGEST = 500;

/** `send(text)` sends a message; `unread(n)` is called with the number of unread messages. */
export function chat({ send, unread }) {
  const id = fresh("chat");
  const list = el("ul", { class: "chat-list", tabindex: 0, "aria-label": text("web.chat.label") });
  const field = el("input", {
    id,
    class: "field",
    maxlength: LONGEST,
    autocomplete: "off",
    placeholder: text("web.chat.placeholder"),
  });
  const form = el(
    "form",
    {
      class: "row",
      onsubmit: async (event) => {
        event.preventDefault();
        const words = field.value.trim();
        if (!words) return;
        // Clear it at once: while the connection is lost, a second Enter would send the message twice.
        field.value = "";
        if (!(await send(words))) field.value ||= words;
      },
    },
    el("label", { for: id, class: "unseen" }, text("web.chat.placeholder")),
    field,
    button(text("web.chat.send"), { type: "submit" }),
  );
  const mute = toggle(text("web.chat.show"), setting("chat"), (on) => {
    set("chat", on);
    show(table);
  });
  const note = el("p", { class: "small" }, text("web.chat.spectators"));
  const element = el("div", { class: "chat" }, list, note, form, mute);
  let table = null;
  let seen = null;
  let drawn = "";
  let open = false;

  function show(next) {
    table = next;
    const heard = setting("chat");
    const words = heard ? table.chat : [];
    form.hidden = !heard;
    note.hidden = !heard || table.mine.length > 0;
    const key = JSON.stringify([heard, words]);
    if (key !== drawn) draw(words, heard);
    drawn = key;
    // Find new lines by their time, not by their number: the server keeps only the latest.
    const latest = words.at(-1)?.at ?? 0;
    if (open || seen === null) seen = Math.max(seen ?? 0, latest);
    const fresh = words.filter(({ at, seat }) => at > seen && !isMine(table, seat));
    unread(fresh.length);
  }

  function draw(words, heard) {
    const before = list.childElementCount;
    list.replaceChildren(
      ...words.map(({ seat, name, text: said }) =>
        el("li", {}, seat ? emblem(seatAt(table, seat).suit) : icon("eye"), el("p", {}, el("b", {}, name), " ", said)),
      ),
    );
    if (!words.length)
      list.append(el("li", { class: "small" }, heard ? text("web.chat.empty") : text("web.chat.muted")));
    list.scrollTop = list.scrollHeight;
    const last = words.at(-1);
    if (last && before && last.at > (seen ?? Infinity) && !isMine(table, last.seat))
      speak(text("web.chat.said", { name: last.name, text: last.text }));
  }

  return {
    element,
    show,
    /** Whether the chat is visible; messages then count as read. */
    setOpen(on) {
      open = on;
      if (table) show(table);
      if (on) list.scrollTop = list.scrollHeight;
    },
    focus: () => field.focus(),
  };
}
