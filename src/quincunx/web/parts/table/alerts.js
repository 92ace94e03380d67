// Alerts the player with the page's title and icon, and with sounds.

import { text } from "../../text.js";
import { play } from "../common/sound.js";
import { isMine, playing } from "./model.js";

const addressOf = (file) => new URL(`../../${file}`, import.meta.url).href;
const icons = { rest: addressOf("icon.svg"), turn: addressOf("icon-turn.svg") };

/** Title and icon say whose turn it is, for players who are looking at another page. */
export function entitle(table) {
  const mine = playing(table) !== 0;
  const names = table.seats.map((seat) => seat.name || text("web.seat.open")).join(" – ");
  document.title = mine
    ? text("web.title.your-turn", { game: table.title })
    : text("web.title.table", { game: table.title, names });
  document.querySelector("link[rel=icon]").href = mine ? icons.turn : icons.rest;
}

/** Plays the sounds for what has changed between two states of a table. */
export function sounds(before, now) {
  if (!before || before.version === now.version) return;
  if (now.over && !before.over) return play("end");
  const { last } = now;
  if (last?.event === "Rolled") play("roll");
  if (last?.event === "Moved") play(last.steps?.length ? "burst" : before.state.phase === "take" ? "take" : "place");
  const called = playing(now) && (!playing(before) || before.state.turn !== now.state.turn);
  if (called && !isMine(now, last?.seat)) play("turn");
}
