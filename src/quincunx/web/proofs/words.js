// Text for theorems: claims, sizes, durations.

import { hasText, text } from "../text.js";

const CLAIMS = { 1: "first", 2: "second", draw: "draw", none: "none" };

/** The claim for a value, or `other` if there is no text for it. */
export const claimOf = (value, other = value) =>
  hasText(`proofs.page.claim.${CLAIMS[value]}`) ? text(`proofs.page.claim.${CLAIMS[value]}`) : other;

/** A size in bytes, rounded for display. */
export function size(bytes) {
  if (bytes < 1000) return text("proofs.page.bytes", { n: bytes });
  if (bytes < 1e6) return text("proofs.page.kilobytes", { n: Math.round(bytes / 1000) });
  return text("proofs.page.megabytes", { n: Math.round(bytes / 1e5) / 10 });
}

/** A duration in seconds, or minutes if long. */
export function duration(seconds) {
  if (seconds < 90) return text("web.seconds", { n: Math.max(1, Math.round(seconds)) });
  return text("web.minutes", { n: Math.round(seconds / 60) });
}
