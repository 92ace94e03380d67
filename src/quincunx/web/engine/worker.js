// A page's engine, in a worker: the core as WebAssembly, books, levels. It answers one question at a time and receives
// no messages while it searches: to stop a search, the page ends the worker and uses the best move reported so far.

import { core } from "./core.js";
import { engine } from "./levels.js";
import { books, players } from "./players.js";
import { ranked } from "./ranking.js";

const loaded = new Map();
const modules = {};
let asked = 0;
/** Whether this is the first search for a question. Later ones are shallower or for other positions. */
let isFirst = true;
let self_ = null;
/** Resolves `started` when the message with the module arrives; the first question may arrive before it. */
let start = null;
const started = new Promise((resolve) => {
  start = resolve;
});

/** Loads a book; its URL has a content hash, so the browser can cache it. */
async function load(name) {
  if (loaded.has(name) || !books[name]) return;
  const answer = await fetch(new URL(books[name], import.meta.url));
  if (!answer.ok) throw new Error(`no book ${name}`);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  loaded.set(name, await new Response(unpacked).text());
}

/** The state of a position, after loading what its game needs. */
async function prepared(position) {
  const name = position.split(/[: ]/)[0];
  if (!players[name]) throw new Error(`the engine in the browser does not know ${name}`);
  if (players[name].module && !modules[name]) modules[name] = await import(`../games/${name}/player.js`);
  const at = self_.state(position);
  await Promise.all((modules[name]?.needs?.(at) ?? []).map(load));
  postMessage({ id: asked, began: true });
  return at;
}

/** `flag[0]` is 1 when the worker should stop; `flag` is null if memory cannot be shared. */
async function begin(module, flag) {
  const prefer = (move) => isFirst && postMessage({ id: asked, preferred: move });
  const isStopped = () => flag !== null && Atomics.load(flag, 0) === 1;
  const made = await core(module, prefer, isStopped);
  const analyse = (...words) => {
    try {
      return made.analyse(...words);
    } finally {
      isFirst = false;
    }
  };
  const book = (name) => loaded.get(name) ?? null;
  return engine({ core: Object.assign(Object.create(made), { analyse }), tables: players, modules, book });
}

const functions = {
  /** The best move, or a level's, and the values of all moves, best first. */
  async analyse({ position, seconds, level, seed = "" }) {
    const at = await prepared(position);
    if (at.actor < 1 && (level || at.outcome)) throw new Error("nobody is to move");
    if (level) {
      const { move, found } = self_.choose(at, level, seed, seconds);
      return { ...found, best: move, moves: ranked(found.moves, at.actor) };
    }
    const found = self_.analyse(at, { seconds });
    const moves = ranked(found.moves, at.actor);
    return { ...found, best: moves[0].move, moves };
  },

  /** The state of a position: who is to move, the moves, the outcome. */
  async position({ position }) {
    const { table, own, ...plain } = await prepared(position);
    return plain;
  },

  async play({ position, move }) {
    return self_.core.play(position, move);
  },
};

addEventListener("message", async ({ data: { module, flag, id, name, question } }) => {
  if (module) return start(begin(module, flag));
  asked = id;
  isFirst = true;
  try {
    self_ = await started;
    postMessage({ id, found: await functions[name](question), memory: self_.core.memory });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
