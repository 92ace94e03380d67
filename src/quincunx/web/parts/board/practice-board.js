// A board to try things on, without a table: the server plays each move on it, one at a time.

import * as api from "../../api.js";
import { setting } from "../../player.js";
import { lastTurn } from "../table/model.js";
import { stage } from "./board-area.js";

/** Calls `played(token)` when somebody makes a move here, and `rolled()` when the dice are rolled. */
export function desk({ title, suits, played, rolled = () => {} }) {
  const theStage = stage({ play: played, rollDice: rolled, again: () => draw() });
  let view = null;
  let past = [];
  let mine = [];
  let hint = null;
  let wrong = null;
  let lines = null;

  function draw(steps = []) {
    theStage.show(view, {
      mine,
      suits,
      last: lastTurn(past),
      steps,
      hint,
      wrong,
      values: null,
      dice: null,
      label: title,
      ...(lines === null ? {} : { lines }),
    });
  }

  addEventListener("setting", () => view && draw());

  return {
    ...theStage,
    get view() {
      return view;
    },
    /** Whether dangerous lines are shown; null leaves it to the player's setting. */
    get lines() {
      return lines ?? Boolean(setting("lines"));
    },
    set lines(wanted) {
      lines = wanted;
      if (view) draw();
    },
    /** A new position; `seats` are those that are played here. */
    lay(next, seats) {
      [view, past, mine, hint] = [next, [], seats, null];
      theStage.forget();
      draw();
    },
    /** The same again, as after a refusal; perhaps with a hint, with other seats played here, or after a `wrong` move. */
    again({ seats = mine, hint: shown = null, wrong: move = null } = {}) {
      [mine, hint, wrong] = [seats, shown, move];
      draw();
      wrong = null;
    },
    /** Plays a move or a roll for the seat whose turn it is; rejects with the law's refusal. False if it was not
     * played, because another position was set in the meantime. */
    async make(token) {
      const before = view;
      const { views, steps } = await api.moves(view.position, [token]);
      if (view !== before) return false;
      past = [...past, { seat: view.turn, token }];
      [view, hint] = [views[1], null];
      theStage.forget();
      draw(setting("speed") === "off" ? [] : steps);
      return true;
    },
  };
}
