// The core as a WebAssembly module: loads it and calls its functions. Serves a worker of the pages and node alike.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the core refuses, or cannot do: `memory` where it has not enough of it. Where the law has words for it, `code` and
 * `args` are its message. */
export class CoreError extends Error {}

/** `module` is a compiled WebAssembly.Module; `prefer(move)` is called during an analysis whenever it prefers another move, and
 * `isStopped()` every few milliseconds: where it is true, the analysis ends. */
export async function core(module, prefer = () => {}, isStopped = () => false) {
  const bytes = (from, length) => new Uint8Array(memory.buffer, from, length);
  const text = (from, length) => decoder.decode(bytes(from, length));
  const instance = await WebAssembly.instantiate(module, {
    quincunx: { prefer: (from, length) => prefer(text(from, length)), is_stopped: () => Number(isStopped()) },
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: {
      clock_time_get(_clock, _precision, to) {
        new DataView(memory.buffer).setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      proc_exit() {
        throw new CoreError("the core gave up");
      },
    },
  });
  const { memory, _initialize, room, call, answer, keep_network } = instance.exports;
  _initialize();

  function handed(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const place = room(length);
    if (!place) throw new CoreError("memory");
    let at = place;
    for (const part of parts) {
      bytes(at, part.length).set(part);
      at += part.length;
    }
    return [place, length];
  }

  function ask(...words) {
    const length = call(...handed(encoder.encode(words.join("\0"))));
    const { found, error, ...message } = JSON.parse(text(answer(), length));
    if (error !== undefined) throw Object.assign(new CoreError(error), message);
    return found;
  }

  return {
    /** Any function by its name: those of one game have its name before them. */
    ask,
    /** How a position stands: `position` in its canonical form, `game`, `seats`, `turn`, `actor`, `actions` (how many moves
     * the game knows), `moves`, `outcome`. */
    position: (position) => ask("position", position),
    /** The position after a move. */
    play: (position, move) => ask("play", position, move),
    /** The moves that win at once, or after which whatever the next seat does loses at once. */
    winning: (position) => ask("winning", position),
    /** What the next seat can do to the one that moves: 0 nothing at once, 1 eliminate it from a game that goes on, 2 win. */
    danger: (position, move) => ask("danger", position, move),
    /** How many sequences of so many moves there are, below 2^53. */
    perft: (position, depth) => ask("perft", position, depth),
    /** Plays games to the end with random moves: how many games, and moves. */
    randomGames: (position, count, seed) => ask("random_games", position, count, seed),
    /** The values of all moves by a method, and `called_off`: whether it was stopped, or its time was over, before it was
     * done. After `patience` seconds it is stopped, without having planned for that as it does for `seconds`. */
    analyse: (position, method, { nodes = 0, seconds = 0, depth = 0, memory = 0, seed = 0 } = {}, patience = 0) =>
      ask("analyse", position, method, nodes, seconds, depth, memory, seed, patience),
    /** Hands over a network, for the methods that use it. */
    keepNetwork(name, network) {
      const written = encoder.encode(name);
      const [place, length] = handed(written, network);
      if (!keep_network(place, written.length, length)) throw new CoreError(`${name} is not a network`);
    },
    /** Bytes of memory that the core has taken; it gives none back. */
    get memory() {
      return memory.buffer.byteLength;
    },
  };
}
