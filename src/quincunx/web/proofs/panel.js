// The part of a theorem's page that checks its certificate, or the visitor's own file.

import { el } from "../parts/common/element.js";
import { text } from "../text.js";
import { claimOf, duration, size } from "./words.js";

/** The root of the site: this file is static/EDITION/proofs/panel.js. */
const SITE = new URL("../../../", import.meta.url);
const CHECKER = new URL("../data/checker.zip", import.meta.url);

async function load(address, name) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Error(text("proofs.page.not-loaded", { file: name }));
  return answer.arrayBuffer();
}

export function checkPanel(theorem, python) {
  const bar = el("progress", { max: 1, "aria-label": text("proofs.page.check") });
  const doing = el("p", { class: "small doing" });
  const running = el("div", { class: "running", hidden: true }, bar, doing);
  const verdict = el("div", { class: "verdict", role: "status" });
  const file = el("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", onchange: checkOwn });
  const press = (key, kind, onclick) =>
    el("button", { type: "button", class: `button ${kind}`, onclick }, text(`proofs.page.button.${key}`));
  const shipped = press("start", "primary", checkShipped);
  const own = press("own", "plain", () => file.click());
  const stop = press("stop", "plain", () => stopping?.abort());
  stop.hidden = true;
  let stopping = null;

  const name = theorem.file.split("/").at(-1);

  function checkShipped() {
    run(() => load(new URL(theorem.file, SITE), name), judgeShipped);
  }

  function checkOwn() {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) run(() => chosen.arrayBuffer(), judgeOwn);
  }

  function report(step, share = null, what = "") {
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    const percent = Math.floor(100 * (share ?? 0));
    doing.textContent = text(`proofs.page.step.${step}`, { percent, what });
  }

  function say(kind, title, ...lines) {
    verdict.className = `verdict ${kind}`;
    verdict.replaceChildren(
      el("p", { class: "title" }, title),
      ...lines.filter(Boolean).map((line) => el("p", { class: "small" }, line)),
    );
  }

  function busy(on) {
    running.hidden = stop.hidden = !on;
    shipped.disabled = own.disabled = on;
  }

  /** Loads and checks a file, and shows the result. */
  async function run(read, judge) {
    stopping = new AbortController();
    const { signal } = stopping;
    say("");
    verdict.replaceChildren();
    busy(true);
    stop.focus();
    report("loading");
    const began = performance.now();
    try {
      const [{ check }, certificate, checker] = await Promise.all([
        import("./check.js"),
        read(),
        load(CHECKER, "checker.zip"),
      ]);
      signal.throwIfAborted();
      const folder = new URL(python.folder, SITE).href;
      const found = await check({ python: folder, checker, certificate, report, signal });
      if (found.refused) say("refused", text("proofs.page.refused"), found.refused);
      else judge(found, text("proofs.page.seconds-taken", { time: duration((performance.now() - began) / 1000) }));
    } catch (error) {
      if (signal.aborted) say("stopped", text("proofs.page.stopped"));
      else say("failed", text("proofs.page.failed", { reason: error.message }));
    }
    busy(false);
    verdict.scrollIntoView({ block: "nearest" });
  }

  /** The file from the host must be exactly the one that this page describes. */
  function judgeShipped(found, taken) {
    if (found.sha256 === theorem.sha256 && found.position === theorem.position && found.value === theorem.value)
      verified(found, taken);
    else say("refused", text("proofs.page.changed", { sha256: found.sha256 }));
  }

  function judgeOwn(found, taken) {
    const isOther = found.position !== theorem.position;
    verified(found, taken, isOther && text("proofs.page.another", { position: found.position }));
  }

  function verified(found, taken, note) {
    const claim = claimOf(found.value, found.claim);
    const whole = found.kind === "sample" ? "proofs.page.verified-part" : "proofs.page.verified";
    say("verified", text(whole, { claim }), note, ...found.lines, taken, `SHA-256 ${found.sha256}`);
  }

  const here = theorem.seconds !== null;
  const words = { python: size(python.bytes), size: size(theorem.bytes), time: duration(theorem.seconds) };
  return el(
    "section",
    { class: "check" },
    el("h2", { id: "check" }, text("proofs.page.check")),
    el("p", {}, text(here ? "proofs.page.how" : "proofs.page.too-long", words)),
    el("p", {}, text(here ? "proofs.page.lasts" : "proofs.page.too-long-own", words)),
    el("p", { class: "row" }, here && shipped, own, file, stop),
    running,
    verdict,
  );
}
