// Holds back a computer's move that comes too soon after the position before it, which would not be seen.

import { setting } from "../../player.js";
import { isMine, seatAt } from "./model.js";

/** How long a position is shown, in milliseconds, before a computer changes it. */
const HOLD = 500;

/** Whether a computer made one ply between two snapshots of a table, and somebody here plays against it. Computers that
 * play on alone could be faster than their moves are shown. On a clock the wait would be the player's time. */
function isAnswer(before, next) {
  if (!before || next.clock || next.history.length !== before.history.length + 1) return false;
  const { seat } = next.history.at(-1);
  return seatAt(next, seat)?.kind === "computer" && next.seats.some((own) => isMine(next, own.seat) && own.plays);
}

/** `show(table)` is called with every table that `take` gets, in that order. `flush` shows at once what is held back:
 * an action refers to the newest table. */
export function pace(show) {
  const held = [];
  let shown = null;
  let shownAt = 0;
  let timer = 0;

  function present(next) {
    if (shown?.history.length !== next.history.length) shownAt = performance.now();
    shown = next;
    show(next);
  }

  function proceed() {
    clearTimeout(timer);
    while (held.length) {
      const left = isAnswer(shown, held[0]) && setting("speed") !== "off" ? shownAt + HOLD - performance.now() : 0;
      if (left > 0) {
        timer = setTimeout(proceed, left);
        return;
      }
      present(held.shift());
    }
  }

  return {
    take(next) {
      held.push(next);
      proceed();
    },
    flush() {
      clearTimeout(timer);
      while (held.length) present(held.shift());
    },
  };
}
