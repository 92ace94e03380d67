// The proof that the dice are fair: what was promised, what everybody added, and the seed at the end.

import { nameOf } from "../../games.js";
import { promisedDice } from "../../player.js";
import { texts } from "../../texts.js";
import { copyField } from "../common/copy-field.js";
import { openDialog } from "../common/dialog.js";
import { el, icon } from "../common/element.js";

/** SHA-256 in hex; null where the browser has none for pages without https. */
async function sha256(text) {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fairnessDialog(table) {
  const { hash, nonces, seed } = table.dice;
  const verdict = el("p", { class: "fair-verdict", role: "status" });
  const told = texts.fairness;
  openDialog(
    told.title,
    el(
      "div",
      { class: "stack" },
      el("p", { class: "second" }, told.intro),
      copyField(told.hash, promisedDice(table.id, hash)),
      el(
        "dl",
        { class: "facts" },
        table.seats.map((seat, index) => [
          el("dt", {}, told.nonce(seat.name || texts.seats.openSeat)),
          el("dd", {}, nonces[index] ? el("code", {}, nonces[index]) : told.noNonce),
        ]),
      ),
      seed === null ? el("p", {}, told.secret) : copyField(told.seed, seed),
      seed !== null && verdict,
      table.dice.brought > 0 && el("p", {}, told.brought(table.dice.brought)),
      el("p", {}, told.verify, " ", el("code", {}, told.command)),
      el("p", {}, el("a", { href: `/rules/${nameOf(table.state.game)}#verifiable-dice` }, told.more)),
    ),
    { wide: true },
  );
  if (seed !== null) judge(table, verdict);
}

async function judge({ id, dice }, verdict) {
  const found = await sha256(dice.seed);
  const fair = found === promisedDice(id, dice.hash);
  if (found === null) verdict.replaceChildren(texts.fairness.cannot);
  else verdict.replaceChildren(icon(fair ? "check" : "refused"), fair ? texts.fairness.good : texts.fairness.bad);
  verdict.classList.toggle("refused", found !== null && !fair);
}
