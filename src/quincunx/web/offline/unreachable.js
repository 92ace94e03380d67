// While the server is unreachable, its pages answer requests for games, rules, positions and puzzles themselves, as on
// a static site. ../api.js loads this on first use.

import { Refusal } from "../http.js";
import { cannotReach } from "../parts/common/notice.js";

/** Calls the function `name` of local/alone.js. If that fails without a Refusal, throws `refusal` (server
 * unreachable). */
export async function answer(name, asked, refusal) {
  cannotReach();
  try {
    const alone = await import("../local/alone.js");
    return await alone[name](...asked);
  } catch (error) {
    throw error instanceof Refusal && error.message ? error : refusal;
  }
}
