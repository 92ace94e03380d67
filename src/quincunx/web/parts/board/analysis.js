// Hint and values of moves: asks the engine about one position at a time, and drops the answer with the position. The
// moves in an answer are ranked, the best first.

import { makeEngine } from "../../engine/engine.js";
import { Stopped } from "../../engine/local.js";
import { moveText } from "../../games.js";
import { hasText, parts, text } from "../../text.js";

const QUESTION = { seconds: 2 };
/** Statuses of a busy server, and how often to ask it again. */
const BUSY = [429, 503];
const TRIES = 4;

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The value of a move for the player who makes it, as a board shows it. */
export function badge({ seats, exact, distance }, actor) {
  const mine = seats[actor - 1];
  const kind = exact && { 1: "win", 0.5: "draw", 0: "loss" }[mine];
  if (!kind) return { kind: "estimate", text: text("web.percent", { n: Math.round(mine * 100) }) };
  if (kind === "draw" || !distance) return { kind, text: text(`web.value.${kind}`) };
  return { kind, text: text(`web.value.${kind}-in`, { n: distance }) };
}

/** What values are based on: a text from the engine in the browser, from the server a message too. */
const basisOf = ({ basis, basis_message: message }) => (message && hasText(message.code) ? message : basis);

/** Calls `changed()` when an answer arrives or is dropped, and `failed(reason)` when there is none; `question()` gives
 * the time and the level to search with. */
export function insight({ changed, failed, question = () => QUESTION }) {
  const on = { hint: false, values: false };
  const engine = makeEngine();
  let about = "";
  let found = null;
  let busy = false;

  /** Asks about one position at a time; of those that wait only the last one matters. */
  async function work() {
    if (busy) return;
    busy = true;
    let tries = 0;
    while (about && !found) {
      const position = about;
      try {
        const asked = question();
        const analysis = await engine.analyse({ position, ...asked });
        if (about === position && asked === question()) found = analysis;
      } catch (refusal) {
        if (refusal instanceof Stopped) continue;
        tries += 1;
        if (BUSY.includes(refusal.status) && tries < TRIES) await pause(tries);
        else if (about === position) giveUp(refusal.message);
      }
    }
    busy = false;
    changed();
  }

  function giveUp(reason) {
    on.hint = on.values = false;
    about = "";
    failed(reason);
  }

  function think(position) {
    about = position;
    found = null;
    engine.stop();
    work();
  }

  return {
    on,
    /** The engine's answer about a position, or null. */
    of: (view) => (about === view.position ? found : null),
    /** Asks again, because the question has changed. */
    again() {
      about = "";
      found = null;
      engine.stop();
      changed();
    },
    /** What a board shows of the answer for a view; asks the engine if there is none yet. */
    look(view, allowed) {
      if (!allowed || view.actor < 1 || !(on.hint || on.values)) return { hint: null, values: null };
      if (about !== view.position) think(view.position);
      if (!found?.moves.length) return { hint: null, values: null };
      return {
        hint: on.hint ? found.moves[0].move : null,
        values: on.values
          ? Object.fromEntries(found.moves.map(({ move, value }) => [move, badge(value, found.actor)]))
          : null,
      };
    },
    /** The line below the board: what is searched, or what the values are based on; `waits` if they come later. */
    words(view, waits) {
      if (on.values && waits) return [text("web.analysis.later")];
      if (!(on.hint || on.values) || about !== view.position) return null;
      if (!found) return [text("web.analysis.thinking")];
      const [best] = found.moves;
      if (!best) return null;
      const move = { em: moveText(view.game, best.move) };
      const words = on.hint ? parts("web.analysis.best", { move, value: badge(best.value, found.actor).text }) : [];
      const basis = on.values && found.basis ? [text("web.analysis.basis", { basis: basisOf(found) })] : [];
      return [...words, words.length && basis.length ? " " : "", ...basis];
    },
    /** A hint belongs to one position and disappears with it. Values stay on. */
    turned(position) {
      if (about && about !== position) on.hint = false;
    },
    flip(name) {
      on[name] = !on[name];
      changed();
    },
  };
}
