// The server's figures, for its operator.

import { el, icon } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, page } from "../parts/common/page.js";
import { explain, text } from "../text.js";

const AGAIN = 2_000;
const KEPT = "quincunx.operator";
const FORBIDDEN = [401, 403];

const heading = el("h1", { tabindex: -1 }, icon("eye"), text("web.operator.title"));
const state = el("p", { class: "state", role: "status" });
const up = el("p", { class: "second" });
const tables = el("div", { class: "numbers" });

/** The figures, or the reason and status of a refusal. */
async function ask() {
  const answer = await request("GET", "/api/operator");
  const figures = await answer.json();
  if (!answer.ok) return { refused: explain(figures.error), status: answer.status };
  const listed = await request("GET", "/api/operator/tables");
  return { figures: { ...figures, ...(listed.ok ? await listed.json() : { tables: [], addresses: [] }) } };
}

function request(method, path) {
  const token = sessionStorage.getItem(KEPT);
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return fetch(path, { method, headers, cache: "no-store" });
}

/** A button that ends or deletes a table after confirmation. */
function act(label, question, method, path) {
  async function click() {
    if (!confirm(question)) return;
    const answer = await request(method, path);
    if (!answer.ok) complain(explain((await answer.json()).error));
  }
  return el("button", { class: "button", onclick: click, "data-path": path }, label);
}

const actions = ({ id, state }) => [
  state === "unavailable"
    ? ""
    : act(text("web.operator.end"), text("web.operator.end-sure", { id }), "PUT", `/api/operator/tables/${id}/end`),
  act(text("web.operator.delete"), text("web.operator.delete-sure", { id }), "DELETE", `/api/operator/tables/${id}`),
];

function seconds(value) {
  if (value === 0) return text("web.operator.never");
  if (value >= 1) return text("web.operator.seconds", { n: value });
  return text("web.operator.milliseconds", { n: Number((value * 1000).toPrecision(3)) });
}

function span(all) {
  const [days, hours, minutes] = [all / 86_400, (all / 3600) % 24, (all / 60) % 60].map(Math.floor);
  if (days) return text("web.operator.days", { days, hours });
  return hours ? text("web.operator.hours", { hours, minutes }) : text("web.operator.minutes", { minutes });
}

const readable = (name, value) =>
  name.endsWith("_bytes")
    ? text("web.operator.mebibytes", { n: Math.round(value / 1_048_576) })
    : value.toLocaleString("en");

/** A game's name, with possible line breaks after each option. */
const breakable = (game) => game.split(/(?<=[:,])/).flatMap((part) => [part, el("wbr")]);

/** A counter's meaning with its label. */
const measured = (meaning, value) =>
  value ? text("web.operator.of", { meaning: meaning.replace(/\.$/, ""), value }) : meaning;

function table(title, columns, rows, kind) {
  return el(
    "table",
    { class: kind },
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
          cells.map((cell, index) => el("td", { "data-column": columns[index + 1] }, cell)),
        ),
      ),
    ),
  );
}

/** Replaces the figures and keeps the focus on the same button, or if its table has gone, on the one in its place. */
function replaceFigures(...parts) {
  const buttons = () => [...tables.querySelectorAll("button")];
  const focused = buttons().indexOf(document.activeElement);
  const path = document.activeElement.dataset.path;
  tables.replaceChildren(...parts);
  if (focused < 0) return;
  const now = buttons();
  const next = now.find((button) => button.dataset.path === path) ?? now[Math.min(focused, now.length - 1)] ?? heading;
  next.focus({ preventScroll: true });
}

function show(figures) {
  state.textContent = figures.missing.length ? figures.missing.join("; ") : text("web.operator.well");
  state.classList.toggle("error", figures.missing.length > 0);
  up.textContent = text("web.operator.up", { time: span(figures.up), version: figures.version });
  replaceFigures(
    table(
      text("web.operator.tables"),
      [
        text("web.operator.table"),
        text("web.operator.game"),
        text("web.operator.players"),
        text("web.operator.connections"),
        text("web.operator.actions"),
      ],
      figures.tables.map((each) => [
        each.id,
        breakable(each.game),
        each.players.map((name) => name || "–").join(", "),
        each.connections.toLocaleString("en"),
        actions(each),
      ]),
      "listed",
    ),
    table(
      text("web.operator.addresses"),
      [
        text("web.operator.address"),
        text("web.operator.connections"),
        text("web.operator.tables"),
        text("web.operator.searches"),
      ],
      figures.addresses.map(({ address, connections, tables: many, cpu }) => [
        address,
        connections.toLocaleString("en"),
        many.toLocaleString("en"),
        text("web.operator.seconds", { n: Number(cpu.toFixed(1)) }),
      ]),
      "listed",
    ),
    table(
      text("web.operator.now"),
      [text("web.operator.metric"), text("web.operator.value")],
      figures.now.map(({ name, meaning, value }) => [meaning, readable(name, value)]),
    ),
    table(
      text("web.operator.times"),
      [
        text("web.operator.metric"),
        text("web.operator.count"),
        text("web.operator.median"),
        text("web.operator.percentile"),
      ],
      figures.times.map(({ meaning, count, p50, p99 }) => [
        meaning,
        count.toLocaleString("en"),
        seconds(p50),
        seconds(p99),
      ]),
    ),
    table(
      text("web.operator.counts"),
      [text("web.operator.metric"), text("web.operator.value")],
      figures.counts.flatMap(({ meaning, values }) =>
        Object.entries(values).map(([value, count]) => [measured(meaning, value), count.toLocaleString("en")]),
      ),
    ),
  );
  if (!tables.isConnected) page.replaceChildren(heading, state, up, tables); // after the form for the token
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
    el("label", { for: "token", class: "label" }, text("web.operator.token")),
    field,
    el("p", { class: "small" }, text("web.operator.token-hint")),
    el("button", { class: "button primary" }, text("web.operator.enter")),
  );
  page.replaceChildren(heading, el("p", { class: "error", role: "alert" }, reason), status === 401 ? form : "");
}

/** Shows an error above the last figures, if any. */
function complain(reason) {
  state.textContent = reason;
  state.classList.add("error");
}

async function go() {
  try {
    const { figures, refused, status } = await ask();
    if (figures) show(figures);
    else if (FORBIDDEN.includes(status)) return askForToken(refused, status);
    else complain(refused);
  } catch {
    complain(text("web.operator.lost"));
  }
  setTimeout(go, AGAIN);
}

document.title = text("web.title.page", { title: text("web.operator.title") });
header("");
page.replaceChildren(heading, state, up, tables);
await go();
await drawn();
