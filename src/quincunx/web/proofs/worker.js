// Runs the Python checker over one certificate. The page ends this worker when it stops the check, or has the result.

/** Python calls this: how much is done, and what is being done. */
const report = (share, what) => postMessage({ step: "checking", share, what });

/** Not the name of the visitor's file: Python would import one called hashlib.py. Nothing without an ending is a module. */
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
