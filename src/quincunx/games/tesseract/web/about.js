// Facts about this game for the pages, besides its board.

export const about = {
  /** Its position in the lobby. */
  pip: 4,
  /** Keyboard shortcuts of this board only. */
  keys: [[["0", "…", "F"], "tesseract.board.keys"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "tesseract ...o...x.......o/................/................/x.............../................/.....ox..ox...../.....oo..x....../................/................/.....xo..xo...../.....xx..o....../................/................/................/................/x...o...........",
      under: "The board",
      caption: "tesseract.board.example-board",
    },
    {
      position:
        "tesseract o...........xoxx/................/................/o..x...........o/................/..........x...../................/................/................/................/.....ox........./................/...x.....o....../................/................/..x.........o...",
      under: "Lines",
      caption: "tesseract.board.example-line",
    },
  ],
};
