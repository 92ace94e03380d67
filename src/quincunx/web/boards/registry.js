// One line a game.

import { create as tactix } from "./tactix.js";
import { create as tesseract } from "./tesseract.js";
import { create as tritoc } from "./tritoc.js";
import { create as xchain } from "./xchain.js";
import { create as xtic } from "./xtic.js";

/** How to make the board of each game, by the game's name. */
export const boards = { xtic, tactix, tritoc, tesseract, xchain };

/** The board of a game with its options, `xtic:type=torus`, made of the parts that docs/pages.md names. */
export function createBoard(game, parts) {
  return boards[game.split(":")[0]](parts);
}
