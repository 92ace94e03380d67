// Proofs: all theorems, or one with its certificate and a check. Only in static sites made with `quincunx site
// --proofs`.

import { pathHere } from "../addresses.js";
import * as api from "../api.js";
import { inOrder } from "../games.js";
import { optionWords, picture } from "../parts/board/pictures.js";
import { el } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { exampleView } from "../positions.js";
import { checkPanel } from "../proofs/panel.js";
import { claimOf, duration, size } from "../proofs/words.js";
import { text } from "../text.js";

const SITE = new URL("../../../", import.meta.url);
const name = pathHere().split("/")[2] ?? "";

const titleOf = (theorem, game) =>
  text("proofs.page.of", { game: game.title, options: optionWords(theorem.game, game) });

const PROVES = { sample: "proofs.page.proves-part", mirror: "proofs.page.proves-mirror" };
const isPartly = ({ kind }) => kind === "sample";

function note(theorem) {
  if (theorem.seconds === null) return text("proofs.page.not-here");
  return text(isPartly(theorem) ? "proofs.page.partly" : "proofs.page.complete");
}

function showAll(theorems, games) {
  document.title = text("web.title.page", { title: text("proofs.page.title") });
  const row = (theorem, game) =>
    el(
      "li",
      {},
      el("a", { href: `/proofs/${theorem.name}` }, optionWords(theorem.game, game)),
      el("span", { class: "value" }, claimOf(theorem.value)),
      el("span", { class: "small" }, note(theorem)),
    );
  const sections = inOrder(games)
    .map((game) => [game, theorems.filter(({ of }) => of === game.name)])
    .filter(([, own]) => own.length > 0)
    .map(([game, own]) =>
      el(
        "section",
        {},
        el("h2", { id: game.name }, game.title),
        el(
          "ul",
          { class: "theorems" },
          own.map((theorem) => row(theorem, game)),
        ),
      ),
    );
  page.replaceChildren(
    el(
      "article",
      { class: "rules" },
      el("h1", {}, text("proofs.page.title")),
      el("p", {}, text("proofs.page.about")),
      sections,
    ),
  );
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

const fact = (key, ...value) => [el("dt", { class: "label" }, text(`proofs.page.fact.${key}`)), el("dd", {}, value)];

function search({ Nodes: nodes, Seconds: seconds }) {
  if (!nodes) return [];
  const args = { nodes: Number(nodes), seconds: duration(Number(seconds)) };
  return fact("search", text(seconds ? "proofs.page.nodes-seconds" : "proofs.page.nodes", args));
}

async function showOne(theorem, game, python) {
  const title = titleOf(theorem, game);
  document.title = text("web.title.page", { title });
  const file = theorem.file.split("/").at(-1);
  const certificate = { href: new URL(theorem.file, SITE).href, download: file };
  const command = `quincunx verify ${file}${isPartly(theorem) ? " --complete" : ""}`;
  page.replaceChildren(
    el("nav", { class: "contents" }, el("ul", {}, el("li", {}, el("a", { href: "/proofs" }, text("proofs.page.all"))))),
    el(
      "article",
      { class: "rules" },
      el("h1", {}, title),
      el(
        "div",
        { class: "theorem" },
        picture(await exampleView(game, theorem.position), { suits: game.suits }),
        el(
          "div",
          { class: "stack" },
          el("p", { class: "claim" }, claimOf(theorem.value)),
          el("p", {}, text(`proofs.page.claim.${theorem.kind === "coalition" ? "best-coalition" : "best"}`)),
        ),
      ),
      el(
        "dl",
        { class: "facts" },
        fact("certificate", el("a", certificate, text("proofs.page.download", { file, size: size(theorem.bytes) }))),
        fact("hash", el("code", {}, theorem.sha256)),
        theorem.tags.Method ? fact("method", theorem.tags.Method) : [],
        search(theorem.tags),
        fact("proves", text(PROVES[theorem.kind] ?? "proofs.page.proves-all")),
      ),
      checkPanel(theorem, python),
      el("p", {}, text("proofs.page.terminal")),
      el("pre", {}, el("code", {}, command)),
    ),
  );
}

header("rules");
try {
  const [games, { theorems, python }] = await Promise.all([
    api.games(),
    fetch(new URL("../data/proofs.json", import.meta.url)).then((answer) => answer.json()),
  ]);
  const theorem = theorems.find((one) => one.name === name);
  const game = games.find((one) => one.name === theorem?.of);
  if (game) await showOne(theorem, game, python);
  else showAll(theorems, games);
} catch (refusal) {
  failed(refusal.message);
}
drawn();
