// The server's API: HTTP for requests, a websocket to follow a table.

import { Refusal, request } from "./http.js";
import { random, secret } from "./player.js";
import { text } from "./text.js";
import { follower } from "./updates.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Reconnect if an action gets no answer for this many milliseconds. */
const PATIENCE = 6_000;
/** The same for a new connection, until the table arrives. */
const OPENING = 30_000;
/** How often to retry an action that the server cannot execute at the moment, and after what delay. */
const TRIES = 5;
const TRY_AGAIN = 1_000;
/** The protocol version, as a websocket subprotocol (docs/protocol.md). */
const PROTOCOL = "quincunx.2";

/** Sends a request as the player of this browser. */
const ask = (method, path, body, type = "application/json", more = {}) =>
  request(method, path, {
    body,
    headers: { Authorization: `Bearer ${secret()}`, ...(body === undefined ? {} : { "Content-Type": type }), ...more },
  });

/** Idempotency keys of unanswered requests to open a table. */
const keys = new Map();

/** Opens a table. If the answer is lost, a retry sends the same key and does not open a second table. */
async function keyed(body, send) {
  if (!keys.has(body)) keys.set(body, random(12));
  const made = await send(keys.get(body));
  keys.delete(body);
  return made;
}

/** Wraps a function that does not need the server: while it is unreachable, the page answers from the files that the
 * service worker has cached. */
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
/** Reads part of a table. The watch code is sent as a header because URLs end up in logs. */
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

/** Studies a match; calls `line(data)` for every line of the streamed answer. */
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

/** Sends one action to a table over HTTP, without a websocket. */
export const act = (id, what) =>
  json(ask("POST", `/api/tables/${part(id)}/actions`, JSON.stringify({ key: random(12), ...what })));

/**
 * Follows a table for as long as the page lives.
 *
 * Calls `table(whole)` at once and after every change, and `connection(state)` with `open`, `lost` or `gone` (and for
 * `gone` the reason). `reader` parses the positions of the table's game; without it the server sends views.
 * `act(action)` returns a promise of the answer and rejects with a Refusal. An action that was unanswered when the
 * connection broke, or that the server was too busy for or could not store, is resent with its key, so it is executed
 * only once.
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
    // To the socket, a table that was deleted or is private looks just like a broken connection.
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

  /** Drops a silent connection; a browser may take minutes to notice by itself. */
  function drop() {
    const old = socket;
    if (!old) return;
    old.removeEventListener("close", lose);
    old.removeEventListener("message", hear);
    old.close();
    lose();
  }

  /** Drops the connection unless a message arrives first. */
  function dropAfter(patience) {
    clearTimeout(silence);
    silence = setTimeout(drop, patience);
  }

  /** The page is visible again. If the machine slept, a connection that seems open may be dead. */
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
