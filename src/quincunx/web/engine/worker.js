// The engine of one page, in a worker: the core as WebAssembly, books, levels. It answers one question after the other and
// receives no messages meanwhile: whoever wants it to stop ends the worker, and has the moves that it said it prefers.

import { core } from "./core.js";
import { engine } from "./levels.js";
import { books, players } from "./players.js";
import { ranked } from "./ranking.js";

const loaded = new Map();
const modules = {};
let asked = 0;
/** Whether the core is in the first search of a question. Later ones look at other positions, or with less care. */
let isFirst = true;
let self_ = null;
/** Called with the engine when the message with the module comes; the first question may come before it. */
let start = null;
const started = new Promise((resolve) => {
  start = resolve;
});

/** A book that the browser keeps: its address says what is in it. */
async function load(name) {
  if (loaded.has(name) || !books[name]) return;
  const answer = await fetch(new URL(books[name], import.meta.url));
  if (!answer.ok) throw new Error(`no book ${name}`);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  loaded.set(name, await new Response(unpacked).text());
}

/** The position, once all is there that its game needs. */
async function prepared(position) {
  const name = position.split(/[: ]/)[0];
  if (!players[name]) throw new Error(`the engine in the browser does not know ${name}`);
  if (players[name].module && !modules[name]) modules[name] = await import(`../games/${name}/player.js`);
  const at = self_.state(position);
  await Promise.all((modules[name]?.needs?.(at) ?? []).map(load));
  postMessage({ id: asked, began: true });
  return at;
}

/** `flag` is 1 in its first place when the worker is to end, null where memory cannot be shared. */
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
  /** The best move, or a level's, and the values of all moves, the best first. */
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

  /** How a position stands: who is to move, its moves, its outcome. */
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
