// Facts about this game for the pages, besides its board.

export const about = {
  /** Its position in the lobby. */
  pip: 5,
  /** Keyboard shortcuts of this board only. */
  keys: [[["S"], "xchain.board.keys"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "xchain:seats=4 .A2C2A2B2C2.C1/A1.A3D1A2D1C3./.A2A3B2C3D3.C2/.A1.D2.D1../A2.A1B1D1C3D3./A1A1A1B3..../A1A2.B1..../A1...D1... aaaa 3",
      under: "Explosions",
      caption: "xchain.board.example",
    },
  ],
};
