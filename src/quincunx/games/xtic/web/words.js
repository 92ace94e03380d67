// What the board of this game says, and what the pages say of the game.

import { capital, count, list, named } from "../../boards/words.js";

/** The texts of the board. */
export const words = {
  hand: (mine) => (mine ? "In your hand" : "In hand"),
  noHand: (mine) => (mine ? "Choose the piece that your opponent has to place." : "A piece is to be given."),
  free: (many) => capital(count(many, "free piece")),
  tray: "Free pieces",
  slot: (digit, traits, free, value, hinted) =>
    named(`${digit}, ${traits.join(" ")}`, !free && "not free", value, hinted && "hint"),
  give: "Choose a piece for your opponent in the tray, or type its digit, 0 to F.",
  place: "Choose a square for the piece in hand. Arrow keys move, Enter places it.",
  giveFirst: "First give a piece: choose it in the tray, or type its digit, 0 to F.",
  placeFirst: (traits) => `First place the piece in hand, ${traits.join(", ")}.`,
  square: (cell, state) =>
    named(
      cell.name,
      cell.words ? cell.words.join(" ") : "empty",
      state.legal && "legal",
      state.fatal && (state.wins ? "wins at once" : "loses at once"),
      state.last && "last move",
      state.decisive && "in the line that decided",
      state.hint && "hint",
      state.value,
    ),
  /** What the lines shown mean, and the letters at the ends of those that wrap around. */
  danger(threats, lettered, { giving, wins }) {
    const squares = new Set(threats.map(({ at }) => at)).size;
    const verb = wins ? ["wins", "win"] : ["loses", "lose"];
    const first = giving
      ? `${capital(count(threats.length, "line"))} ${threats.length === 1 ? "lacks" : "lack"} one piece.`
      : `${capital(count(squares, "square"))} ${verb[squares === 1 ? 0 : 1]} at once.`;
    const letters = lettered.map(({ alike }, i) => `line ${"ABCDEFGH"[i]} is ${list(alike)}`);
    const both = lettered.length > 1 ? (lettered.length === 2 ? "both leave" : "all leave") : "it leaves";
    const back = lettered.length > 1 ? "return" : "returns";
    return lettered.length
      ? `${first} ${capital(list(letters))}; ${both} one edge and ${back} at the opposite one.`
      : first;
  },
};

/** What the pages say of the game. */
export const about = {
  origin: "after Mattias Jonsson, KTH",
  /** A move as the list of moves shows it. */
  token: (token) => token.replace(/^=/, "→ "),
  /** What a move was, after the name of the one who made it; `state` is the view after it. */
  played: (token, { hand }) =>
    token.startsWith("=")
      ? ["gave ", { em: hand ? hand.words.join(", ") : token.slice(1) }]
      : ["placed it on ", { em: token }],
  /** Keys of its board that the others lack. */
  keys: [[["0", "…", "F"], "xtic: give a piece"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position: "xtic:type=torus .E8F/.562/4.../..1. =0",
      under: "Options",
      caption:
        "On the torus: the piece in hand is black, horizontal, solid and round. It would complete a line on a2 (all round), b4 (all black) and d4 (all horizontal), and lose.",
    },
    {
      position: "xtic 0123/..../4.../..5. -",
      under: "What wins",
      caption:
        "The first row is complete, and its pieces are all solid and round: whoever placed the last of them has lost.",
    },
  ],
};
