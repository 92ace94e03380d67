// The seats of a new table: for each its suit, its name, and who sits there.

import { hasServer } from "../../addresses.js";
import { SUITS } from "../../games.js";
import { text } from "../../text.js";
import { el, emblem } from "../common/element.js";
import { LONGEST_NAME, myName } from "../player/name.js";
import { levelChoice } from "./level-choice.js";
import { LEVEL } from "./opening.js";

/** Who can sit in a seat; without a server nobody can come by a link. */
const KINDS = hasServer ? ["person", "open", "computer", "bot"] : ["person", "computer"];

/** Rows of seats of a `game`; `levels` are those that the server lists, with `fixedSuits` nobody chooses one; `changed()` is
 * called on every change, `seats` is what they say. */
export function seatForm({ game, levels, fixedSuits = false, changed }) {
  const element = el("div", { class: "seat-rows" });
  let seats = [];

  function draw() {
    element.replaceChildren(...seats.map(row));
  }

  function row(seat, index) {
    const number = index + 1;
    const level = seat.kind === "computer" ? levelOf(seat, number) : null;
    return el(
      "div",
      { class: "seat-row", role: "group", "aria-label": text("law.seat", { number }) },
      el("span", { class: "second", "aria-hidden": "true" }, String(number)),
      suitPicker(seat, index),
      level ? level.menu : nameField(seat, number),
      kindPicker(seat, index),
      level?.note,
      el("p", { class: "error", id: `seat-${number}-error` }),
    );
  }

  function suitPicker(seat, index) {
    if (fixedSuits)
      return el("span", { class: "fixed-suit" }, emblem(seat.suit), el("span", {}, text(`web.suit.${seat.suit}`)));
    const menu = el(
      "select",
      { class: "field", "aria-label": text("web.form.suit", { n: index + 1 }) },
      SUITS.map((suit) => el("option", { value: suit }, text(`web.suit.${suit}`))),
    );
    menu.value = seat.suit;
    menu.addEventListener("change", () => {
      // A suit belongs to one seat: swap it with the seat that had it.
      const other = seats.find((one) => one !== seat && one.suit === menu.value);
      if (other) other.suit = seat.suit;
      seat.suit = menu.value;
      again(index, ".suit-picker select");
    });
    return el("span", { class: "suit-picker" }, emblem(seat.suit), menu);
  }

  function nameField(seat, number) {
    const named = seat.kind === "person" || seat.kind === "bot";
    const field = el("input", {
      class: "field",
      "aria-label": text("web.form.name", { n: number }),
      "aria-describedby": `seat-${number}-error`,
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      disabled: !named,
      value: named ? (seat.name ?? "") : text("web.form.friend"),
    });
    field.addEventListener("input", () => {
      seat.name = field.value;
      changed();
    });
    return field;
  }

  /** A computer has its level in place of a name. */
  function levelOf(seat, number) {
    return levelChoice(levels, seat.level, {
      game,
      label: text("web.form.level", { n: number }),
      changed: (level) => {
        seat.level = level;
        changed();
      },
    });
  }

  function kindPicker(seat, index) {
    const number = index + 1;
    const menu = el(
      "select",
      { class: "field kind", "aria-label": text("web.form.kind", { n: number }) },
      KINDS.map((kind) => el("option", { value: kind }, text(`web.form.who.${kind}`))),
    );
    menu.value = seat.kind;
    menu.addEventListener("change", () => {
      const kind = menu.value;
      seat.kind = kind;
      if (kind === "computer") seat.level ??= LEVEL;
      if (kind === "person") seat.name ||= index ? text("web.form.player", { n: number }) : myName();
      if (kind === "bot") seat.name ||= text("web.form.bot");
      again(index, ".kind");
    });
    return menu;
  }

  function again(index, focus) {
    draw();
    element.children[index].querySelector(focus).focus();
    changed();
  }

  return {
    element,
    /** Sets the levels, which may depend on the options. */
    set levels(next) {
      levels = next;
    },
    get seats() {
      return seats;
    },
    set seats(next) {
      seats = next.map((seat) =>
        seat.kind === "computer" && !levels.some(({ name }) => name === seat.level) ? { ...seat, level: LEVEL } : seat,
      );
      draw();
    },
    /** Shows under a row what is wrong with the seat. */
    fail(number, reason) {
      const place = element.querySelector(`#seat-${number}-error`);
      if (place) place.textContent = reason;
      return Boolean(place);
    },
  };
}

/** The label of the main button, which depends on who sits where. */
export function promise(seats, listed) {
  const count = (kind) => seats.filter((seat) => seat.kind === kind).length;
  if (count("open")) return listed ? text("web.form.invite-lobby") : text("web.form.invite", { n: count("open") });
  if (count("bot")) return text("web.form.wait-for-bot");
  if (!count("person")) return text("web.form.watch");
  return count("computer") ? text("web.form.play-computer", { n: count("computer") }) : text("web.form.play-here");
}
