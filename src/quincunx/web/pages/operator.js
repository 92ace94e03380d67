// The house's numbers, for whoever looks after it.

import { el, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, page } from "../parts/common/page.js";
import { texts } from "../texts.js";

const words = texts.operator;
const AGAIN = 2_000;
const KEPT = "quincunx.operator";
const FORBIDDEN = [401, 403];

const heading = el("h1", {}, icon("eye"), words.title);
const state = el("p", { class: "state", role: "status" });
const up = el("p", { class: "second" });
const tables = el("div", { class: "numbers" });

/** What the house tells; or why it does not, with the status. */
async function ask() {
  const token = sessionStorage.getItem(KEPT);
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch("/api/operator", { headers, cache: "no-store" });
  const told = await answer.json();
  return answer.ok ? { told } : { refused: told.error.reason, status: answer.status };
}

function seconds(value) {
  if (value === 0) return words.never;
  return value < 1 ? `${Number((value * 1000).toPrecision(3))} ms` : `${value} s`;
}

function span(all) {
  const [days, hours, minutes] = [all / 86_400, (all / 3600) % 24, (all / 60) % 60].map(Math.floor);
  return days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const readable = (name, value) =>
  name.endsWith("_bytes") ? `${Math.round(value / 1_048_576)} MiB` : value.toLocaleString("en");

function table(title, columns, rows) {
  return el(
    "table",
    {},
    el("caption", {}, title),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        columns.map((name) => el("th", { scope: "col" }, name)),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map(([name, ...cells]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          cells.map((cell) => el("td", {}, cell)),
        ),
      ),
    ),
  );
}

function show(told) {
  state.textContent = told.missing.length ? told.missing.join("; ") : words.well;
  state.classList.toggle("error", told.missing.length > 0);
  up.textContent = words.up(span(told.up), told.version);
  tables.replaceChildren(
    table(
      words.now,
      [words.what, words.number],
      told.now.map(({ name, meaning, value }) => [meaning, readable(name, value)]),
    ),
    table(
      words.times,
      [words.what, words.often, words.half, words.most],
      told.times.map(({ meaning, count, p50, p99 }) => [
        meaning,
        count.toLocaleString("en"),
        seconds(p50),
        seconds(p99),
      ]),
    ),
    table(
      words.counts,
      [words.what, words.number],
      told.counts.flatMap(({ meaning, values }) =>
        Object.entries(values).map(([value, count]) => [words.of(meaning, value), count.toLocaleString("en")]),
      ),
    ),
  );
  page.replaceChildren(heading, state, up, tables);
}

function askForToken(reason, status) {
  const field = el("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        sessionStorage.setItem(KEPT, field.value);
        go();
      },
    },
    el("label", { for: "token", class: "label" }, words.token),
    field,
    el("p", { class: "small" }, words.tokenHint),
    el("button", { class: "button primary" }, words.enter),
  );
  page.replaceChildren(heading, el("p", { class: "error", role: "alert" }, reason), status === 401 ? form : "");
}

/** Above the last numbers, where there are some. */
function complain(reason) {
  state.textContent = reason;
  state.classList.add("error");
}

async function go() {
  try {
    const { told, refused, status } = await ask();
    if (told) show(told);
    else if (FORBIDDEN.includes(status)) return askForToken(refused, status);
    else complain(refused);
  } catch {
    complain(words.lost);
  }
  setTimeout(go, AGAIN);
}

document.title = texts.titles.operator;
header("");
page.replaceChildren(heading, state, up, tables);
await go();
await drawn();
