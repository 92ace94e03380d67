// The proof that the dice are fair: what was promised, what everybody added, and the seed at the end.

import { nameOf } from "../../games.js";
import { promisedDice } from "../../player.js";
import { text } from "../../text.js";
import { copyField } from "../common/copy-field.js";
import { openDialog } from "../common/dialog.js";
import { el, icon } from "../common/element.js";

/** SHA-256 in hex; null where the browser has none for pages without https. */
async function sha256(seed) {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fairnessDialog(table) {
  const { hash, nonces, seed } = table.dice;
  const verdict = el("p", { class: "fair-verdict", role: "status" });
  openDialog(
    text("web.dice.title"),
    el(
      "div",
      { class: "stack" },
      el("p", { class: "second" }, text("web.dice.intro")),
      copyField(text("web.dice.hash"), promisedDice(table.id, hash)),
      el(
        "dl",
        { class: "facts" },
        table.seats.map((seat, index) => [
          el("dt", {}, text("web.dice.nonce", { name: seat.name || text("web.seat.open") })),
          el("dd", {}, nonces[index] ? el("code", {}, nonces[index]) : text("web.dice.no-nonce")),
        ]),
      ),
      seed === null ? el("p", {}, text("web.dice.secret")) : copyField(text("web.dice.seed"), seed),
      seed !== null && verdict,
      table.dice.brought > 0 && el("p", {}, text("web.dice.brought", { n: table.dice.brought })),
      el("p", {}, text("web.dice.verify"), " ", el("code", {}, "quincunx dice verify RECORD")),
      el("p", {}, el("a", { href: `/rules/${nameOf(table.state.game)}#how-a-roll-is-drawn` }, text("web.dice.more"))),
    ),
    { wide: true },
  );
  if (seed !== null) judge(table, verdict);
}

async function judge({ id, dice }, verdict) {
  const found = await sha256(dice.seed);
  const fair = found === promisedDice(id, dice.hash);
  if (found === null) verdict.replaceChildren(text("web.dice.unknown"));
  else verdict.replaceChildren(icon(fair ? "check" : "refused"), fair ? text("web.dice.good") : text("web.dice.bad"));
  verdict.classList.toggle("refused", found !== null && !fair);
}
