// Announcements for screen readers, in addition to the visible lines.

import { el } from "./element.js";

const polite = el("div", { class: "unseen", "aria-live": "polite" });
const assertive = el("div", { class: "unseen", role: "alert" });
document.body.append(polite, assertive);

function put(region, text) {
  // A screen reader repeats the same words only if the region was empty in between.
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 30);
}

/** Says something when the reader has finished. */
export const speak = (text) => put(polite, text);

/** Says something at once: a refused move, a lost connection, time running out, the end. */
export const exclaim = (text) => put(assertive, text);
