// Facts about this game for the pages, besides its board.

import { text } from "../../text.js";

export const about = {
  /** Its position in the lobby. */
  pip: 3,
  /** A move in the notation of the move list. */
  token: (token) => (token === "-" ? text("tritoc.board.pass-token") : token.replace(/^x/, "× ")),
  /** The sentence about a move, and its arguments. */
  played(token) {
    if (token === "-") return ["tritoc.board.passed", {}];
    return token.startsWith("x")
      ? ["tritoc.board.removed", { move: { em: token.slice(1) } }]
      : ["tritoc.board.placed", { move: { em: token } }];
  },
  /** Keyboard shortcuts of this board only. */
  keys: [[["T"], "tritoc.board.keys"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "tritoc ........./rrr....../..r.r.r../...yyy.../..ryry.../.r.r.r.../yyy....../..y..y..y/......... 1 3 0 0",
      under: "A turn",
      caption: "tritoc.board.example",
    },
  ],
};
