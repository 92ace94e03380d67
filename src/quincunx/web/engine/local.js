// The engine in this browser: a worker with the core as WebAssembly, created on first use.

/** An idle worker that uses more memory than this is replaced: WebAssembly never frees any. */
const MOST_IDLE = 96 * 2 ** 20;

const MODULE = new URL("../wasm/core.wasm", import.meta.url);

async function load() {
  const answer = await fetch(MODULE);
  if (!answer.ok) throw new Error("no module");
  // Streaming requires the right content type, which not every host sends.
  const isNamed = /^application\/wasm\b/.test(answer.headers.get("Content-Type"));
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** The module is compiled once for a page and all its workers; a failed load is retried. */
let module = null;
export const compiled = () => {
  module ??= load().catch((error) => {
    module = null;
    throw error;
  });
  return module;
};

/** Set while the module is still loading after a question timed out waiting for it. */
let isLate = false;

/** Whether the server has the module, and the browser can run it. */
export const isThere = () =>
  !isLate &&
  document.documentElement.dataset.engine === "wasm" &&
  typeof WebAssembly === "object" &&
  typeof Worker === "function" &&
  typeof DecompressionStream === "function";

/** Whether the page can share memory with its worker. WebKitGTK may isolate a page and still lack SharedArrayBuffer. */
const canShare = Boolean(globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer);

/** A stopped search; `best` is its best move so far, or null. */
export class Stopped extends Error {
  constructor(best) {
    super("stopped");
    this.best = best;
  }
}

/** A separate engine that answers one question at a time and queues the others. `patience`, if not 0, is how many
 * seconds a question waits for the engine's files before it is rejected. */
export function local({ patience = 0 } = {}) {
  let worker = null;
  let waiting = null;
  /** A flag in shared memory, if available, that stops the worker: Chromium lets a terminated one run for two more
   * seconds. */
  let flag = null;
  let count = 0;
  /** Unanswered questions; the first is with the worker. */
  const questions = [];

  function begin() {
    const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const fail = (error) => {
      if (made !== worker) return;
      end();
      finish("reject", error);
    };
    const shared = canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;
    flag = shared;
    made.addEventListener("message", hear);
    made.addEventListener("error", () => fail(new Error("the worker failed")));
    compiled().then((ready) => made.postMessage({ module: ready, flag: shared }), fail);
    return made;
  }

  function end() {
    if (flag) Atomics.store(flag, 0, 1);
    worker?.terminate();
    worker = flag = null;
  }

  function giveUp() {
    if (module) {
      isLate = true;
      const come = () => {
        isLate = false;
      };
      compiled().then(come, come);
    }
    end();
    finish("reject", new Error("the files of the engine did not come"));
  }

  function next() {
    if (!questions.length) return;
    const [{ id, name, question }] = questions;
    try {
      worker ??= begin();
      if (patience) waiting = setTimeout(giveUp, patience * 1000);
      worker.postMessage({ id, name, question });
    } catch (error) {
      finish("reject", error);
    }
  }

  /** Settles the first question, and continues with the one after it. */
  function finish(how, what) {
    clearTimeout(waiting);
    questions.shift()?.[how](what);
    next();
  }

  function hear({ data: { id, began, found, error, preferred, memory } }) {
    const [asked] = questions;
    if (id !== asked?.id) return;
    if (began) return clearTimeout(waiting);
    if (preferred !== undefined) {
      asked.preferred = preferred;
      return;
    }
    if (error !== undefined || memory > MOST_IDLE) end();
    if (error === undefined) finish("resolve", found);
    else finish("reject", new Error(error));
  }

  return {
    /** Calls a function of worker.js, after all earlier calls. */
    ask(name, question) {
      return new Promise((resolve, reject) => {
        count += 1;
        questions.push({ id: count, name, question, resolve, reject, preferred: null });
        if (questions.length === 1) next();
      });
    },
    /** The best move of the running search so far, or null. */
    get preferred() {
      return questions[0]?.preferred ?? null;
    },
    /** Stops the running or next search at once: it rejects with Stopped. The next question gets a new worker. */
    stop() {
      if (!questions.length) return;
      end();
      finish("reject", new Stopped(questions[0].preferred));
    },
  };
}
