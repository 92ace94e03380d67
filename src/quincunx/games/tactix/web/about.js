// Facts about this game for the pages, besides its board.

export const about = {
  /** Its position in the lobby. */
  pip: 2,
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [{ position: "tactix ..oo/ooo./ooo./o... 1", under: "A turn", caption: "tactix.board.example" }],
};
