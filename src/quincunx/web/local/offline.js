// Keeps the site for use without a connection, where the browser can (not without https), and says when there is a new
// version of it.

import { site } from "../data/site.js";
import { button, el } from "../parts/common/element.js";
import { text } from "../text.js";

function announce(waiting) {
  const change = () => {
    if (waiting.state !== "installed") return location.reload();
    // Other pages keep the version that they have, and find its files still there.
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("skip waiting");
  };
  const reload = button(text("web.local.update"), { onclick: change });
  document.body.append(
    el("div", { class: "trouble", role: "status", id: "update" }, text("web.local.new"), " ", reload),
  );
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
    watch(await worker, announce);
  } catch {
    // No secure context, a browser that keeps nothing, or no connection: the site works without.
  }
}
