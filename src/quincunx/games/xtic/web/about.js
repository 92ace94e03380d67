// Facts about this game for the pages, besides its board.

import { traitsIn } from "./tray.js";

export const about = {
  /** Its position in the lobby. */
  pip: 1,
  /** A move in the notation of the move list. */
  token: (token) => token.replace(/^=/, "→ "),
  /** The sentence about a move, and its arguments; `view` is the position after it. */
  played: (token, { hand }) =>
    token.startsWith("=")
      ? ["xtic.board.gave", { piece: { em: hand ? traitsIn(hand.words).join(", ") : token.slice(1) } }]
      : ["xtic.board.placed", { move: { em: token } }],
  /** Keyboard shortcuts of this board only. */
  keys: [[["0", "…", "F"], "xtic.board.keys"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position: "xtic:type=torus .E8F/.562/4.../..1. =0",
      under: "Options",
      caption: "xtic.board.example-torus",
    },
    {
      position: "xtic 0123/..../4.../..5. -",
      under: "What wins",
      caption: "xtic.board.example-line",
    },
  ],
};
