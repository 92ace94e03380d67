// What the board of this game says, and what the pages say of the game.

import { named, words as common } from "../../boards/words.js";

/** The texts of the board. */
export const words = {
  choose: "Type two hex digits, row then column, or point at a square.",
  column: (row) => `Row ${row}: now type the column. Space or Escape takes it back.`,
  confirm: (name) => `You chose ${name}: Enter or a second click confirms, Space takes it back.`,
  through: (many, name) => `${many} lines through ${name}`,
  pointForLines: "Lines through a square",
  three: { wins: "wins at once", loses: "to be stopped" },
  kinds: { yours: "yours", theirs: "theirs", empty: "empty", dead: "dead" },
  square: (name, state) =>
    named(
      name,
      state.suit ? common.suits[state.suit] : "empty",
      state.three && words.three[state.three],
      state.last && "last move",
      state.winning && "in the winning four",
      state.hint && "hint",
      state.value,
    ),
};

/** What the pages say of the game. */
export const about = {
  origin: "for the Cromemco Dazzler",
  /** What a move was, after the name of the one who made it. */
  played: (token) => ["took ", { em: token }],
  /** Keys of its board that the others lack. */
  keys: [[["0", "…", "F"], "tesseract: name a square"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "tesseract ...o...x.......o/................/................/x.............../................/.....ox..ox...../.....oo..x....../................/................/.....xo..xo...../.....xx..o....../................/................/................/................/x...o...........",
      under: "The board",
      caption: "Sixteen boards of sixteen squares: one tesseract, taken apart.",
    },
    {
      position:
        "tesseract o...........xoxx/................/................/o..x...........o/................/..........x...../................/................/................/................/.....ox........./................/...x.....o....../................/................/..x.........o...",
      under: "Lines",
      caption: "Blue wins with 0E, 5A, A6 and F2: each coordinate stands still, or runs steadily up or down.",
    },
  ],
};
