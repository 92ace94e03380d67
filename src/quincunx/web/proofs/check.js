// Checks a certificate with Python in a worker. Loads nothing before `check` is called.

const WORKER = new URL("./worker.js", import.meta.url).href;

/** Starts the worker from a blob, which inherits the page's content security policy; a worker from a file does not. */
function start() {
  const source = new Blob([`import ${JSON.stringify(WORKER)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const worker = new Worker(address, { type: "module" });
  return {
    worker,
    end() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

/** Checks `certificate`, the bytes of a file. `python` is the folder of Pyodide, `checker` the archive of our modules.
 * Calls `report(step, share, what)`, and returns the result of quincunx.proofs.in_page; `signal` aborts. */
export function check({ python, checker, certificate, report, signal }) {
  return new Promise((resolve, reject) => {
    const { worker, end } = start();
    const settle = (how) => (value) => {
      end();
      how(value);
    };
    const fail = settle(reject);
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    worker.addEventListener("error", (event) => fail(new Error(event.message || "the worker failed")));
    worker.addEventListener("message", ({ data: { step, share, what, result, error } }) => {
      if (step) report(step, share, what);
      else if (result) settle(resolve)(result);
      else fail(new Error(error));
    });
    worker.postMessage({ python, checker, certificate }, [checker, certificate]);
  });
}
