// Analysis for the pages: by the engine in this browser where it is there, else by the server. Both give the same answer: the
// `best` move (or a level's), and the values of all `moves`, the best first.

import { hasServer } from "../addresses.js";
import * as api from "../api.js";
import { explain, text } from "../text.js";
import { isThere, local, Stopped } from "./local.js";

/** Seconds of an analysis whose question does not say. */
const SECONDS = 5;

/** Seconds that a question waits for files of the engine, before the server is asked. */
const LOADING = 15;

/** Set when this browser cannot compile the module: it would fail again. */
let broken = false;

const wordsOf = (message) => explain({ ...message, reason: "" }) || text("engine.basis.core", { said: "" });

/** An engine: `analyse(question)` as the API has it (`position`, `seconds`, perhaps `level`); `stop()` ends the one that is
 * running, if it runs here. */
export function makeEngine() {
  const here = local({ patience: hasServer ? LOADING : 0 });

  /** Asks the engine here; null where it is not there, or cannot. */
  async function askHere(name, question) {
    if (broken || !isThere()) return null;
    try {
      return await here.ask(name, question);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      // Not enough memory, a game that it does not know, a book that did not come: the server may know better.
      broken = error instanceof WebAssembly.CompileError;
      return null;
    }
  }

  return {
    async analyse(question) {
      const found = await askHere("analyse", { seconds: SECONDS, ...question });
      return found ? { ...found, basis: wordsOf(found.basis) } : api.analysis(question);
    },
    askHere,
    stop: () => here.stop(),
  };
}
