// Words for theorems: claims, sizes, times.

import { hasText, text } from "../text.js";

const CLAIMS = { 1: "first", 2: "second", draw: "draw", none: "none" };

/** What a value claims; `other` for a seat that has no words here. */
export const claimOf = (value, other = value) =>
  hasText(`proofs.page.claim.${CLAIMS[value]}`) ? text(`proofs.page.claim.${CLAIMS[value]}`) : other;

/** Bytes, to two digits or so. */
export function size(bytes) {
  if (bytes < 1000) return text("proofs.page.bytes", { n: bytes });
  if (bytes < 1e6) return text("proofs.page.kilobytes", { n: Math.round(bytes / 1000) });
  return text("proofs.page.megabytes", { n: Math.round(bytes / 1e5) / 10 });
}

/** Seconds, in minutes where there are many. */
export function duration(seconds) {
  if (seconds < 90) return text("web.seconds", { n: Math.max(1, Math.round(seconds)) });
  return text("web.minutes", { n: Math.round(seconds / 60) });
}
