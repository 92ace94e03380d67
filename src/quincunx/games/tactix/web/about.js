// What the pages show of this game besides its board.

export const about = {
  /** Its place on the die of the lobby. */
  pip: 2,
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [{ position: "tactix ..oo/ooo./ooo./o... 1", under: "A turn", caption: "tactix.board.example" }],
};
