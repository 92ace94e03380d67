// Keeps the site for use without a connection, where the browser can (not without https), and says when there is a new
// version of it.

import { site } from "../data/site.js";
import { isNew } from "./notice.js";

/** Goes over to a new version. Other pages keep the one that they have, and find its files still there. */
function change(waiting) {
  if (waiting.state !== "installed") return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("skip waiting");
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

/** Milliseconds after a page is complete: what it needs itself comes first. */
const LATER = 2000;

export function keepOffline() {
  if (site.offline) addEventListener("load", () => setTimeout(register, LATER));
}

async function register() {
  try {
    const worker = navigator.serviceWorker.register(new URL("../../../service-worker.js", import.meta.url), {
      updateViaCache: "none",
    });
    watch(await worker, (waiting) => isNew(() => change(waiting)));
  } catch {
    // No secure context, a browser that keeps nothing, or no connection: the site works without.
  }
}
