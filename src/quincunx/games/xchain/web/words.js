// What the board of this game says, and what the pages say of the game.

import { count, list, named, words as common } from "../../boards/words.js";

/** The texts of the board. */
export const words = {
  squares: "Squares",
  chain: "Chain",
  speed: "Speed",
  speeds: { step: "step by step", slow: "slow", normal: "normal", fast: "fast", off: "off" },
  buttons: { pause: "Pause", play: "Go on", step: "Next wave", skip: "To the end" },
  standings: { dead: "dead", out: "out" },
  waves(many, running) {
    if (!many) return "nothing exploded";
    return `${running ? `of ${many} ` : ""}${many === 1 ? "wave" : "waves"}`;
  },
  running: (many) => `A chain of ${count(many, "wave")}. S shows the next wave, Enter the end.`,
  wave(n, exploding) {
    const verb = exploding.length === 1 ? "explodes" : "explode";
    return `Wave ${n}: ${list(exploding)} ${verb}. S shows the next wave, Enter the end.`;
  },
  ended: (many) => `The chain had ${count(many, "wave")}.`,
  grow: "Choose an empty square or one of your own. Arrow keys move, Enter plays.",
  confirm: (name) => `You chose ${name}: a second tap or Confirm plays it.`,
  square: (cell, state) =>
    named(
      cell.name,
      cell.seat ? `${common.suits[state.suit]}, ${cell.value} of ${cell.most}` : "empty",
      state.legal && "legal",
      state.last && "last move",
      state.hint && "hint",
      state.value,
    ),
};

/** What the pages say of the game. */
export const about = {
  origin: "from the Acorn Archimedes",
  /** Keys of its board that the others lack. */
  keys: [[["S"], "Chain Reaction: one wave"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "xchain:seats=4 .A2C2A2B2C2.C1/A1.A3D1A2D1C3./.A2A3B2C3D3.C2/.A1.D2.D1../A2.A1B1D1C3D3./A1A1A1B3..../A1A2.B1..../A1...D1... aaaa 3",
      under: "Explosions",
      caption: "Squares with a second outline hold as much as they can: one more, and they explode.",
    },
  ],
};
