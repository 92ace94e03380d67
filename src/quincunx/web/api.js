// Talks to the server: HTTP for asking, a websocket for sitting at a table.

import { Refusal, request } from "./http.js";
import { random, secret } from "./player.js";
import { text } from "./text.js";
import { follower } from "./updates.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Milliseconds without an answer to an action after which the connection counts as dead and is opened again. */
const PATIENCE = 6_000;
/** The same for a connection that is opened, until the table comes. */
const OPENING = 30_000;
/** How often an action is sent again that the server cannot do at the moment, and after how long. */
const TRIES = 5;
const TRY_AGAIN = 1_000;
/** The version of the protocol, as a websocket's subprotocol: docs/protocol.md. */
const PROTOCOL = "quincunx.2";

/** Asks as the player of this browser. */
const ask = (method, path, body, type = "application/json", more = {}) =>
  request(method, path, {
    body,
    headers: { Authorization: `Bearer ${secret()}`, ...(body === undefined ? {} : { "Content-Type": type }), ...more },
  });

/** Keys of requests that open a table and were not answered yet. */
const keys = new Map();

/** Sends what opens a table; if the answer was lost, the same request again has the same key and opens no second one. */
async function keyed(body, send) {
  if (!keys.has(body)) keys.set(body, random(12));
  const made = await send(keys.get(body));
  keys.delete(body);
  return made;
}

/** A function of this module that needs no server: while that cannot be reached, the page answers itself, with what the
 * service worker has kept for that. */
const anyway =
  (name, ask) =>
  async (...asked) => {
    try {
      return await ask(...asked);
    } catch (refusal) {
      if (refusal.status || !document.documentElement.dataset.worker) throw refusal;
      const page = await import("./offline/unreachable.js").catch(() => null);
      if (!page) throw refusal;
      return page.answer(name, asked, refusal);
    }
  };

const json = async (answer) => (await answer).json();
const part = encodeURIComponent;

export const games = anyway("games", () => json(ask("GET", "/api/games")));
export const game = anyway("game", (name) => json(ask("GET", `/api/games/${part(name)}`)));
export const rules = anyway("rules", async (name) => (await ask("GET", `/api/rules/${part(name)}`)).text());
export const position = anyway("position", (written) => json(ask("GET", `/api/position?position=${part(written)}`)));
export const tables = () => json(ask("GET", "/api/tables?views=false"));
export const open = (setup) =>
  keyed(JSON.stringify(setup), (key) => json(ask("POST", "/api/tables", JSON.stringify({ ...setup, key }))));
/** Reads something of a table. Its watch code is a header: addresses are written to logs. */
const look = (id, rest, watch) =>
  ask("GET", `/api/tables/${part(id)}${rest}`, undefined, "", watch ? { "Watch-Code": watch } : {});
export const table = (id, watch) => json(look(id, "", watch));
export const record = async (id, watch) => (await look(id, "/record", watch)).text();
export const openRecord = (record) =>
  keyed(record, (key) => json(ask("POST", `/api/records?key=${key}`, record, "text/plain")));
export const remove = (id) => ask("DELETE", `/api/tables/${part(id)}`);
export const moves = anyway("moves", (position, list) =>
  json(ask("POST", "/api/position/moves", JSON.stringify({ position, moves: list }))),
);
export const rollDice = anyway("rollDice", (position) =>
  json(ask("POST", "/api/position/roll", JSON.stringify({ position }))),
);
export const palette = anyway("palette", (game) => json(ask("GET", `/api/palette/${part(game)}`)));
export const puzzles = anyway("puzzles", () => json(ask("GET", "/api/puzzles")));
export const dailyPuzzle = anyway("dailyPuzzle", () => json(ask("GET", "/api/puzzles/daily")));
export const puzzle = anyway("puzzle", (id) => json(ask("GET", `/api/puzzles/${part(id)}`)));
export const tryPuzzle = anyway("tryPuzzle", (id, attempt) =>
  json(ask("POST", `/api/puzzles/${part(id)}`, JSON.stringify(attempt))),
);
export const analysis = (question) => json(ask("POST", "/api/analysis", JSON.stringify(question)));

export const ply = (id, n, watch) => json(look(id, `/plies/${n}`, watch));

/** Studies a match; `line(data)` is called with every line of the answer as it comes. */
export async function study(question, line) {
  const begin = () => ask("POST", "/api/study", JSON.stringify(question));
  const answer = await (question.record === undefined ? begin() : anyway("study", begin)(question, line));
  if (!answer) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const brokenOff = () => {
    throw new Refusal(text("web.server.unreachable"));
  };
  let rest = "";
  for (;;) {
    const { done, value = "" } = await reader.read().catch(brokenOff);
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const written of lines) line(JSON.parse(written));
    if (done) return;
  }
}

/** Does one action at a table without sitting at its socket. */
export const act = (id, what) =>
  json(ask("POST", `/api/tables/${part(id)}/actions`, JSON.stringify({ key: random(12), ...what })));

/**
 * Follows a table for as long as the page lives.
 *
 * `table(whole)` is called at once and after every change; `connection(state)` with `open`, `lost` or `gone` (and for
 * `gone` the reason). `reader` reads the positions of the table's game from their text; without it they come as views. `act(action)` gives a promise of the answer and rejects with a Refusal. An action that was not
 * answered when the connection broke, or that the server is too busy for or cannot write down, is sent again with its
 * key, so that it counts once.
 */
export function follow(id, { watch, reader, table: show, connection }) {
  const pending = new Map();
  let socket = null;
  let known = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let silence = 0;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    if (closed || socket) return;
    dropAfter(OPENING);
    const address = new URL(`/api/tables/${part(id)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address, PROTOCOL);
    known = follower(reader);
    socket.addEventListener("open", greet);
    socket.addEventListener("message", hear);
    socket.addEventListener("close", lose);
  }

  function greet() {
    const hello = { secret: secret(), updates: reader ? "position" : "view" };
    if (watch) hello.watch = watch;
    socket.send(JSON.stringify({ hello }));
    for (const { action } of pending.values()) send(action);
  }

  function hear({ data }) {
    clearTimeout(silence);
    const message = JSON.parse(data);
    if (message.revision !== undefined) see(message);
    const answer = message.done ?? message.refused;
    const asked = answer && pending.get(answer.key);
    if (!asked) return;
    clearTimeout(asked.timer);
    if (answer.again && asked.tries-- > 0) {
      asked.timer = setTimeout(() => send(asked.action), TRY_AGAIN);
      return;
    }
    pending.delete(answer.key);
    if (message.done) asked.resolve(answer);
    else asked.reject(new Refusal(answer));
  }

  function see(message) {
    const news = known.take(message);
    if (news === null) socket.send(JSON.stringify({ resync: true }));
    if (!news) return;
    wait = FIRST_WAIT;
    connection("open");
    show(known.table);
  }

  async function lose() {
    socket = null;
    clearTimeout(silence);
    if (closed) return;
    connection("lost");
    // A table that was deleted, or is not mine to see, looks to the socket just like a broken connection.
    try {
      await Promise.race([table(id, watch), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    } catch (refusal) {
      if ([401, 403, 404, 409].includes(refusal.status)) return end(refusal.message);
    }
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function end(reason) {
    closed = true;
    connection("gone", reason);
    for (const asked of pending.values()) asked.reject(new Refusal(reason));
    pending.clear();
  }

  function send(action) {
    const asked = pending.get(action.key);
    clearTimeout(asked.timer);
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(action));
    asked.timer = setTimeout(drop, PATIENCE);
  }

  /** Gives up a connection that says nothing any more; a browser may take minutes to notice by itself. */
  function drop() {
    const old = socket;
    if (!old) return;
    old.removeEventListener("close", lose);
    old.removeEventListener("message", hear);
    old.close();
    lose();
  }

  /** Drops the connection unless something is heard before. */
  function dropAfter(patience) {
    clearTimeout(silence);
    silence = setTimeout(drop, patience);
  }

  /** Somebody looks at the page again. A connection that still seems open may be dead, if the machine has slept. */
  function wake() {
    wait = FIRST_WAIT;
    if (!socket) connect();
    else if (socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ resync: true }));
      dropAfter(PATIENCE);
    }
  }

  addEventListener("online", wake);
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  connect();

  return {
    act(what) {
      const action = { key: random(12), ...what };
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Refusal(text("web.server.closed")));
        pending.set(action.key, { action, resolve, reject, timer: 0, tries: TRIES });
        send(action);
      });
    },
  };
}
