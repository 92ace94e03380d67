// The engine in this browser: a worker with the core as WebAssembly, made when it is first needed.

/** A worker that has taken more than this is replaced when it is idle: WebAssembly gives no memory back. */
const MOST_IDLE = 96 * 2 ** 20;

/** The module is compiled once for a page and all its workers. */
let module = null;
export const compiled = () => {
  module ??= WebAssembly.compileStreaming(fetch(new URL("../wasm/core.wasm", import.meta.url)));
  return module;
};

/** Whether the server sends the module, and the browser can run it. */
export const isThere = () =>
  document.documentElement.dataset.engine === "wasm" &&
  typeof WebAssembly === "object" &&
  typeof Worker === "function" &&
  typeof DecompressionStream === "function";

/** What a stopped search knew: the move that it preferred, or none. */
export class Stopped extends Error {
  constructor(best) {
    super("stopped");
    this.best = best;
  }
}

/** An engine of its own, for one question at a time; others wait. */
export function local() {
  let worker = null;
  let current = null;
  let last = Promise.resolve();
  let count = 0;

  async function begin() {
    const ready = await compiled();
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", hear);
    worker.addEventListener("error", () => current?.reject(new Error("the worker failed")));
    await send("start", { module: ready });
  }

  function end() {
    worker?.terminate();
    worker = null;
  }

  function send(name, question) {
    count += 1;
    return new Promise((resolve, reject) => {
      current = { id: count, resolve, reject, preferred: null };
      worker.postMessage({ id: count, name, question });
    });
  }

  function hear({ data: { id, found, error, preferred, memory } }) {
    if (id !== current?.id) return;
    if (preferred !== undefined) {
      current.preferred = preferred;
      return;
    }
    const { resolve, reject } = current;
    current = null;
    if (error !== undefined || memory > MOST_IDLE) end();
    if (error === undefined) resolve(found);
    else reject(new Error(error));
  }

  return {
    /** Calls a function of worker.js, after those that were called before. */
    ask(name, question) {
      const mine = last.then(async () => {
        if (!worker) await begin();
        return send(name, question);
      });
      last = mine.catch(() => {});
      return mine;
    },
    /** The move that the running search prefers so far, or null. */
    get preferred() {
      return current?.preferred ?? null;
    },
    /** Ends the search that is running, at once: it rejects with Stopped. The next question gets a new worker. */
    stop() {
      if (!current || !worker) return;
      const { reject, preferred } = current;
      current = null;
      end();
      reject(new Stopped(preferred));
    },
  };
}
