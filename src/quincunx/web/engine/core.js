// Loads the core as a WebAssembly module and calls its functions; runs in a web worker and in Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error from the core; its message is `memory` if the core ran out of it. If there is a text for it, `code` and
 * `args` are set. */
export class CoreError extends Error {}

/** `module` is a compiled WebAssembly.Module. An analysis calls `prefer(move)` whenever its best move changes, and
 * `isStopped()` every few milliseconds to see whether to stop. */
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
    /** Calls any function by name; those of a single game have its name as a prefix. */
    ask,
    /** The state of a position: `position` in canonical form, `game`, `seats`, `turn`, `actor`, `actions` (how many
     * distinct moves the game has), `moves`, `outcome`. */
    position: (position) => ask("position", position),
    /** The position after a move. */
    play: (position, move) => ask("play", position, move),
    /** The moves that win at once, or after which every reply loses at once. */
    winning: (position) => ask("winning", position),
    /** What the next seat can do after a move: 0 nothing at once, 1 eliminate the mover while the game continues, 2
     * win. */
    danger: (position, move) => ask("danger", position, move),
    /** The number of move sequences of length `depth`, below 2^53. */
    perft: (position, depth) => ask("perft", position, depth),
    /** Plays random games to the end; returns the number of games and of moves. */
    randomGames: (position, count, seed) => ask("random_games", position, count, seed),
    /** The values of all moves by a method, and `called_off`: whether it was stopped or ran out of time. `seconds` is a
     * budget that the search plans for; `patience` is a hard limit that just stops it. */
    analyse: (position, method, { nodes = 0, seconds = 0, depth = 0, memory = 0, seed = 0 } = {}, patience = 0) =>
      ask("analyse", position, method, nodes, seconds, depth, memory, seed, patience),
    /** Loads a neural network for the methods that use one. */
    keepNetwork(name, network) {
      const written = encoder.encode(name);
      const [place, length] = handed(written, network);
      if (!keep_network(place, written.length, length)) throw new CoreError(`${name} is not a network`);
    },
    /** Bytes of memory allocated by the core; this never shrinks. */
    get memory() {
      return memory.buffer.byteLength;
    },
  };
}
