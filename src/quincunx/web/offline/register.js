// Registers the service worker, so that the pages work offline, and announces new versions. Needs https.

import { isNew } from "../parts/common/notice.js";

/** The version of this page, from the path of this file, static/EDITION/offline/register.js. */
const EDITION = new URL(import.meta.url).pathname.split("/").at(-3);

/** Switches to a new version. Other open pages keep theirs, whose files stay cached. */
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

/** Calls `found` with a new version that is waiting to take over. */
function watch(registration, found) {
  if (registration.waiting) found(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed" && navigator.serviceWorker.controller) found(installing);
    });
  });
}

/** A page loaded from a server may already be the new version. */
async function announce(waiting) {
  if ((await editionOf(waiting)) !== EDITION) isNew(() => change(waiting));
}

export async function register() {
  try {
    const { worker } = document.documentElement.dataset;
    watch(await navigator.serviceWorker.register(worker, { updateViaCache: "none" }), announce);
  } catch {
    // No secure context, no storage or no connection: the pages work without a service worker.
  }
}
