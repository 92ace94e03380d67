// Runs the Python checker on one certificate. The page terminates this worker after the result, or to stop the check.

/** Called from Python to report progress. */
const report = (share, what) => postMessage({ step: "checking", share, what });

/** Not the visitor's file name: Python would import one called hashlib.py, but nothing without an extension. */
const FILE = "certificate";

async function check({ python, checker, certificate }) {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const loaded = await loadPyodide({ indexURL: python });
  postMessage({ step: "reading" });
  loaded.unpackArchive(checker, "zip");
  loaded.FS.writeFile(FILE, new Uint8Array(certificate));
  return JSON.parse(loaded.pyimport("quincunx.proofs.in_page").check(FILE, report));
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ result: await check(data) });
  } catch (error) {
    // The last line of a Python traceback says what happened.
    postMessage({
      error: String(error.message ?? error)
        .trim()
        .split("\n")
        .at(-1),
    });
  }
});
