// Analysis for the pages, by the engine in this browser if available, otherwise by the server. Both answer with the
// `best` move (or a level's), and the values of all `moves`, best first.

import { hasServer } from "../addresses.js";
import * as api from "../api.js";
import { explain, text } from "../text.js";
import { isThere, local, Stopped } from "./local.js";

/** Default seconds for an analysis. */
const SECONDS = 5;

/** Seconds to wait for the engine's files before asking the server. */
const LOADING = 15;

/** Set when this browser cannot compile the module: do not try again. */
let broken = false;

const wordsOf = (message) => explain({ ...message, reason: "" }) || text("engine.basis.core", { said: "" });

/** An engine: `analyse(question)` takes what the API takes (`position`, `seconds`, optionally `level`); `stop()` ends
 * an analysis running in this browser. */
export function makeEngine() {
  const here = local({ patience: hasServer ? LOADING : 0 });

  /** Asks the engine in this browser; null if there is none or it fails. */
  async function askHere(name, question) {
    if (broken || !isThere()) return null;
    try {
      return await here.ask(name, question);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      // Out of memory, unknown game or book not loaded: the server may still be able to answer.
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
