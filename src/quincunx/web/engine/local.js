// The engine in this browser: a worker with the core as WebAssembly, made when it is first needed.

/** A worker that has taken more than this is replaced when it is idle: WebAssembly gives no memory back. */
const MOST_IDLE = 96 * 2 ** 20;

const MODULE = new URL("../wasm/core.wasm", import.meta.url);

async function load() {
  const answer = await fetch(MODULE);
  if (!answer.ok) throw new Error("no module");
  // A host may not know the type of such files, and streaming insists on it.
  const isNamed = /^application\/wasm\b/.test(answer.headers.get("Content-Type"));
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** The module is compiled once for a page and all its workers; if it could not be loaded, it is requested again. */
let module = null;
export const compiled = () => {
  module ??= load().catch((error) => {
    module = null;
    throw error;
  });
  return module;
};

/** Set while a question has given up waiting for the module, which is still on its way. */
let isLate = false;

/** Whether the server sends the module, and the browser can run it. */
export const isThere = () =>
  !isLate &&
  document.documentElement.dataset.engine === "wasm" &&
  typeof WebAssembly === "object" &&
  typeof Worker === "function" &&
  typeof DecompressionStream === "function";

/** Whether the page may share memory with its worker. WebKitGTK isolates a page, and has no such memory all the same. */
const canShare = Boolean(globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer);

/** What a stopped search knew: the move that it preferred, or none. */
export class Stopped extends Error {
  constructor(best) {
    super("stopped");
    this.best = best;
  }
}

/** An engine of its own, for one question at a time; others wait. `patience`, if not 0, is for how many seconds a question
 * waits for the files that it needs, before it is rejected. */
export function local({ patience = 0 } = {}) {
  let worker = null;
  let waiting = null;
  /** The flag that stops the worker, if the page may share memory with it: Chromium lets an ended worker run for two more
   * seconds. */
  let flag = null;
  let count = 0;
  /** What was asked and has no answer yet: the first is with the worker. */
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
    /** Calls a function of worker.js, after those that were called before. */
    ask(name, question) {
      return new Promise((resolve, reject) => {
        count += 1;
        questions.push({ id: count, name, question, resolve, reject, preferred: null });
        if (questions.length === 1) next();
      });
    },
    /** The move that the running search prefers so far, or null. */
    get preferred() {
      return questions[0]?.preferred ?? null;
    },
    /** Ends the search that is running or about to, at once: it rejects with Stopped. The next question gets a new
     * worker. */
    stop() {
      if (!questions.length) return;
      end();
      finish("reject", new Stopped(questions[0].preferred));
    },
  };
}
