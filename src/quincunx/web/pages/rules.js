// The rules of the games, with pictures drawn by the games' own boards.

import { pathHere, site } from "../addresses.js";
import * as api from "../api.js";
import { about, inOrder, originOf } from "../games.js";
import { picture } from "../parts/board/pictures.js";
import { el } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { anchor, markdown } from "../parts/common/markdown.js";
import { drawn, failed, page } from "../parts/common/page.js";
import { exampleView } from "../positions.js";
import { text } from "../text.js";

const name = pathHere().split("/")[2] ?? "";

/** Links between rules become links to their pages; links to other documents are dropped. */
function link(address) {
  const [, game, place = ""] = address.match(/^(?:.*\/)?([a-z0-9]+)\.md(#.*)?$/) ?? [];
  if (game && games.some((one) => one.name === game)) return `/rules/${game}${place}`;
  return /^(#|https?:)/.test(address) ? address : null;
}

async function figure(game, { position, caption, last = null, lines = true }) {
  const view = await exampleView(game, position);
  return el(
    "figure",
    {},
    picture(view, { suits: game.suits, label: text(caption), last, lines }),
    el("figcaption", {}, text(caption)),
  );
}

/** Makes a section collapsible, from its heading to the next one: details needed only to settle disputes. */
function fold(heading) {
  const rest = [];
  for (let next = heading.nextElementSibling; next && next.tagName !== "H2"; next = next.nextElementSibling)
    rest.push(next);
  const folded = el("details", { class: "appendix" }, el("summary"));
  heading.before(folded);
  folded.firstChild.append(heading);
  folded.append(...rest);
}

/** Scrolls to the element with this id and unfolds the sections around it. */
function goTo(id) {
  const place = document.getElementById(id);
  for (let folded = place?.closest("details"); folded; folded = folded.parentElement.closest("details"))
    folded.open = true;
  place?.scrollIntoView();
}

async function showRules(game) {
  const examples = about(game.name).examples ?? [];
  const [rules, ...figures] = await Promise.all([
    api.rules(game.name),
    ...examples.map((example) => figure(game, example)),
  ]);
  const article = el("article", { class: "rules" }, markdown(rules, link));
  examples.forEach((example, index) => {
    const place = [...article.children].find((child) => child.id && child.id === anchor(example.under ?? ""));
    if (place) (place.nextElementSibling ?? place).after(figures[index]);
    else article.querySelector("h1 + p")?.after(figures[index]);
  });
  for (const heading of article.querySelectorAll("h2[id^=appendix]")) fold(heading);
  article.append(
    el(
      "p",
      { class: "row" },
      el(
        "a",
        { class: "button primary", href: `/new?game=${game.name}` },
        text("web.rules.play", { game: game.title }),
      ),
      site?.proofs.includes(game.name) &&
        el(
          "a",
          { class: "button plain", href: `/proofs#${game.name}` },
          text("proofs.page.link-of", { game: game.title }),
        ),
    ),
  );
  document.title = text("web.title.page", { title: text("web.rules.of", { game: game.title }) });
  page.replaceChildren(contents(game), article);
}

function contents(current) {
  return el(
    "nav",
    { class: "contents", "aria-label": text("web.rules.games") },
    el(
      "ul",
      {},
      games.map((game) =>
        el("li", {}, el("a", { href: `/rules/${game.name}`, "aria-current": game === current && "page" }, game.title)),
      ),
    ),
  );
}

const proofsLink = () => el("a", { href: "/proofs" }, text("proofs.page.link"));

async function showAll() {
  document.title = text("web.title.page", { title: text("web.rules.title") });
  const entries = await Promise.all(
    games.map(async (game) => {
      const view = await exampleView(game);
      return el(
        "li",
        {},
        el(
          "a",
          { href: `/rules/${game.name}`, "aria-hidden": "true", tabindex: -1 },
          picture(view, { suits: game.suits }),
        ),
        el(
          "div",
          {},
          el("h2", {}, el("a", { href: `/rules/${game.name}` }, game.title)),
          el("p", { class: "origin" }, originOf(game.name)),
          el("p", {}, game.summary),
        ),
      );
    }),
  );
  page.replaceChildren(
    el("h1", {}, text("web.rules.title")),
    el("ul", { class: "all-rules" }, entries),
    ...(site?.proofs.length ? [el("p", { class: "proofs-link" }, proofsLink())] : []),
  );
}

header("rules");
let games = [];
try {
  games = inOrder(await api.games());
  const game = games.find((one) => one.name === name);
  await (game ? showRules(game) : showAll());
  goTo(location.hash.slice(1));
  addEventListener("hashchange", () => goTo(location.hash.slice(1)));
} catch (refusal) {
  failed(refusal.message);
}
drawn();
