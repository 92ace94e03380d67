// What the board of this game says, and what the pages say of the game.

import { count, named } from "../../boards/words.js";

/** The texts of the board. */
export const words = {
  left: "Counters left",
  span: "Your span",
  take: "Take",
  clear: "Clear",
  start: "first",
  end: "last",
  many: (many) => (many ? count(many, "counter") : "nothing chosen"),
  first: "Point at the first counter, then at the last, or drag. Enter chooses.",
  last: (name) => `Now point at the last counter, or at ${name} again to take it alone. Escape clears.`,
  square: (name, there, state) =>
    named(
      name,
      there ? "counter" : "empty",
      state.first ? "first" : state.chosen && "chosen",
      state.gone && "last move",
      state.hint && "hint",
      state.value,
    ),
};

/** What the pages say of the game. */
export const about = {
  origin: "Piet Hein, about 1949",
  /** What a move was, after the name of the one who made it. */
  played: (token) => ["took ", { em: token.replace("-", "–") }],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position: "tactix ..oo/ooo./ooo./o... 1",
      under: "A turn",
      caption: "Row 2 has three counters side by side: one, two or all three of them can be taken. Column b has two.",
    },
  ],
};
