// What the pages show of this game besides its board.

import { text } from "../../text.js";

export const about = {
  /** Its place on the die of the lobby. */
  pip: 3,
  /** A move as the list of moves shows it. */
  token: (token) => (token === "-" ? text("tritoc.board.pass-token") : token.replace(/^x/, "× ")),
  /** The sentence about a move, and its arguments. */
  played(token) {
    if (token === "-") return ["tritoc.board.passed", {}];
    return token.startsWith("x")
      ? ["tritoc.board.removed", { move: { em: token.slice(1) } }]
      : ["tritoc.board.placed", { move: { em: token } }];
  },
  /** Keys that only this board has. */
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
