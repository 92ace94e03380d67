// Choosing a suit at a table where other players already have theirs.

import { SUITS } from "../../games.js";
import { text } from "../../text.js";
import { el, emblem, fresh } from "../common/element.js";

/** All suits; those of other seats are disabled and name the player. `chosen(suit)` is called on a change. */
export function suitChoice(table, number, suit, chosen) {
  const name = fresh("suit");
  const owner = (one) => table.seats.find((seat) => !seat.open && seat.seat !== number && seat.suit === one);
  return el(
    "fieldset",
    { class: "suit-choice" },
    el("legend", { class: "label" }, text("web.sit.suit")),
    SUITS.map((one) => {
      const id = fresh("suit");
      const taken = owner(one);
      return el(
        "span",
        { class: "suit-option" },
        el("input", {
          type: "radio",
          class: "unseen",
          name,
          id,
          value: one,
          checked: one === suit,
          disabled: Boolean(taken),
          onchange: () => chosen(one),
        }),
        el(
          "label",
          { for: id },
          emblem(one),
          el(
            "span",
            {},
            text(`web.suit.${one}`),
            taken && el("span", { class: "small" }, " ", text("web.sit.taken-by", { name: taken.name })),
          ),
        ),
      );
    }),
  );
}

/** The suits of all seats if `number` took `suit`: an open seat that was shown in it gets the one that is given up. */
export function dealt(table, number, suit) {
  const before = table.seats[number - 1].suit;
  return table.seats.map((seat) => {
    if (seat.seat === number) return suit;
    return seat.suit === suit ? before : seat.suit;
  });
}
