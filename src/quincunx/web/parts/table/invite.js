// Invitations: a link for each open seat, one for spectators, and a computer if nobody comes.

import { nameOf } from "../../games.js";
import { text } from "../../text.js";
import { copyField, embedField } from "../common/copy-field.js";
import { openDialog, sure } from "../common/dialog.js";
import { button, el, emblem, icon } from "../common/element.js";
import { levelChoice } from "../setup/level-choice.js";

/** The link to an open seat. The invite stands behind the `#`, and only a click on the page it opens uses it. */
export function seatLink(table, seat) {
  const secret = table.invites?.[seat];
  const carried = new URLSearchParams();
  if (secret) carried.set("invite", secret);
  if (table.watch) carried.set("watch", table.watch);
  const hash = carried.toString();
  return `${location.origin}/t/${table.id}/sit/${seat}${hash ? `#${hash}` : ""}`;
}

const watchPath = ({ id, watch }) => `/t/${id}${watch ? `#watch=${encodeURIComponent(watch)}` : ""}`;

export const watchLink = (table) => location.origin + watchPath(table);

/** A dialog that stays true while people sit down: `show(table)` draws it again, and it closes when all are there.
 * Where all were there already only the link to watch is shared. */
export function inviteDialog(table, { levels, act, closed }) {
  const body = el("div", { class: "stack" });
  const openSeats = ({ over, seats }) => (over ? [] : seats.filter((seat) => seat.open));
  const invites = openSeats(table).length > 0;
  const title = invites ? text("web.invite.title", { n: openSeats(table).length }) : text("web.invite.share");
  const opened = openDialog(title, body, { closed });
  let drawn = "";

  function show(now) {
    const open = openSeats(now);
    if (invites && !open.length) return opened.close();
    const key = JSON.stringify(now.seats.map((seat) => [seat.open, seat.name]));
    if (key === drawn) return;
    drawn = key;
    body.replaceChildren(
      ...(invites ? [el("p", { class: "second" }, text("web.invite.intro"))] : []),
      ...(now.owner ? open.map((seat, index) => seatField(now, seat, index === 0)) : []),
      copyField(text("web.invite.watch"), watchLink(now), { mark: icon("eye") }),
      ...(!invites && (now.listed || now.watch) ? [embedField(`/embed${watchPath(now)}`, now.title)] : []),
      el("ul", { class: "who-is-there" }, now.seats.map(there)),
      ...(now.owner && invites ? [owners(open)] : []),
    );
  }

  function seatField(now, { seat, suit }, first) {
    const how = { mark: emblem(suit), kind: first ? "primary" : "plain", autofocus: first };
    return copyField(text("web.invite.seat", { n: seat, suit: text(`web.suit.${suit}`) }), seatLink(now, seat), how);
  }

  function there(seat) {
    return el(
      "li",
      {},
      emblem(seat.suit),
      el("span", { class: seat.open ? "second" : "name" }, seat.open ? text("web.invite.waiting") : seat.name),
      el("span", { class: "small" }, !seat.open && [icon("check"), text("web.invite.ready")]),
    );
  }

  function owners(open) {
    const level = levelChoice(levels, "medium", { game: nameOf(table.game) });
    const sit = () => {
      for (const { seat } of open) act({ do: "stand_in", seat, level: level.value });
    };
    const cancel = async () => {
      if (await sure("web.sure.cancel")) act({ do: "abandon" });
    };
    return el(
      "div",
      { class: "row spread" },
      el(
        "div",
        { class: "row" },
        el("label", { for: level.menu.id, class: "unseen" }, text("web.level")),
        level.menu,
        button(text("web.invite.computer", { n: open.length }), { onclick: sit }),
      ),
      button(text("web.invite.cancel"), { kind: "grave", onclick: cancel }),
    );
  }

  show(table);
  // The dialog opened empty, so it had to give the focus to its Close.
  body.querySelector("[autofocus]")?.focus();
  return { show, close: opened.close };
}

/** Asks for the level of a computer: `what` is the group of texts (`stand-in` for somebody who went away, `level` for
 * another level of a computer), `now` the level it has. */
export function levelDialog(what, name, game, chosen, now = "medium") {
  const level = levelChoice(game.levels, now, { game: game.name });
  const go = () => {
    opened.close();
    chosen(level.value);
  };
  const opened = openDialog(
    text(`web.${what}.title`),
    el(
      "div",
      { class: "stack" },
      el("p", {}, text(`web.${what}.text`, { name })),
      el(
        "div",
        { class: "row" },
        el("label", { for: level.menu.id }, text("web.level")),
        level.menu,
        button(text(`web.${what}.yes`), { kind: "primary", onclick: go }),
      ),
      level.note,
    ),
  );
}
