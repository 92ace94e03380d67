// Keeps the pages for use without a connection, where the browser can (not without https), and says when there is a new
// version of them.

import { isNew } from "../parts/common/notice.js";

/** The version of this page: this file is static/EDITION/offline/register.js. */
const EDITION = new URL(import.meta.url).pathname.split("/").at(-3);

/** Goes over to a new version. Other pages keep the one that they have, and find its files still there. */
function change(waiting) {
  if (waiting.state !== "installed") return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("skip waiting");
}

function editionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage("edition", [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
}

/** Calls `found` with a version that waits for this one to be left. */
function watch(registration, found) {
  if (registration.waiting) found(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed" && navigator.serviceWorker.controller) found(installing);
    });
  });
}

/** A page that came from a server may have the new version already. */
async function announce(waiting) {
  if ((await editionOf(waiting)) !== EDITION) isNew(() => change(waiting));
}

export async function register() {
  try {
    const { worker } = document.documentElement.dataset;
    watch(await navigator.serviceWorker.register(worker, { updateViaCache: "none" }), announce);
  } catch {
    // No secure context, a browser that keeps nothing, or no connection: the pages work without.
  }
}
