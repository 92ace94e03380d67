// While a server cannot be reached, its pages answer themselves what needs no server: games, rules, positions and puzzles, as
// on a static site. ../api.js loads this when it is first needed.

import { Refusal } from "../http.js";
import { cannotReach } from "../parts/common/notice.js";

/** The answer of the function `name`, or `refusal`: that the server cannot be reached. */
export async function answer(name, asked, refusal) {
  cannotReach();
  try {
    const alone = await import("../local/alone.js");
    return await alone[name](...asked);
  } catch (error) {
    throw error instanceof Refusal && error.message ? error : refusal;
  }
}
