// The rules of the games without a server: the core is the referee, and each game's modules parse positions
// (position.js) and draw random first positions (start.js). The results are those of `quincunx.law` on the server.

import { CoreError } from "../../engine/core.js";
import { digest, draws } from "../../engine/draws.js";
import { unknownGame, wrongGame } from "./options.js";
import { nameOf, Refused } from "./refused.js";

/** Functions of the core that reject a game or position rather than a move, with status 422. */
const NOT_MOVES = ["game", "view"];
/** How many positions to cache: pages ask for the same ones again. */
const REMEMBERED = 500;

/** The options in `name:key=value,…`, by key. */
export const optionsOf = (game) =>
  Object.fromEntries(
    (game.split(" ")[0].split(":")[1] ?? "")
      .split(",")
      .filter(Boolean)
      .map((item) => item.split("=")),
  );

export const written = (name, options) => {
  const items = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return items.length ? `${name}:${items.join(",")}` : name;
};

/** The result in the notation of records. */
const scoreOf = (seats, winner) =>
  Array.from({ length: seats }, (_, i) => (winner === null ? "1/2" : winner === i + 1 ? "1" : "0")).join("-");

/**
 * `core` is that of core.js, `games` the list from `/api/games`, `modules` has each game's `reader` and `start`, and
 * `say(code, args)` returns the text of a message.
 */
export function rules({ core, games, modules, say }) {
  const known = new Map();

  /** Calls a function of the core for a game; errors become Refused. */
  function ask(what, about, ...words) {
    try {
      return core.ask(what, ...[about, ...words].map((word) => String(word).replaceAll("\0", "\ufffd")));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      const wrong = wrongGame(games, about.split(" ")[0]);
      const { code, args } = wrong ?? error;
      const kind = { status: wrong || NOT_MOVES.includes(what) ? 422 : 409 };
      if (code) throw new Refused(code, args, kind);
      const { title: game } = declared(nameOf(about));
      throw new Refused(what === "game" ? "web.local.no-game" : "web.local.no-position", { game }, kind);
    }
  }

  function declared(name) {
    const found = games.find((game) => game.name === name);
    if (found) return found;
    const { code, args } = unknownGame(games, name);
    throw new Refused(code, args, { status: 422 });
  }

  /** A game with its options. */
  function game(spec) {
    const wrong = spec.includes(" ") && wrongGame(games, spec);
    if (wrong) throw new Refused(wrong.code, wrong.args, { status: 422 });
    const name = nameOf(spec);
    const { title, has_dice, agreed_draws, suits, options, rules_version } = declared(name);
    const { game: canonical, seats, start: first, idle } = ask("game", spec);
    const chosen = {
      ...Object.fromEntries(options.map((option) => [option.key, option.default])),
      ...optionsOf(canonical),
    };
    const own = modules[name]?.start;
    return {
      name,
      spec: canonical,
      title,
      seats,
      idle,
      options: chosen,
      declared: options,
      rulesVersion: rules_version,
      hasDice: has_dice,
      agreedDraws: agreed_draws,
      /** The fixed colours of the pieces, if they have any. */
      colours: suits.length < 4 ? suits : [],
      drawsFirst: chosen.first === "random",
      startIsDrawn: Boolean(own?.isDrawn(chosen)),
      start: (seed) => (own ? `${canonical} ${own.start(chosen, draws(seed, "start"))}` : first),
      /** The same game with this seat going first; null where seat 1 always begins. */
      withFirst: (seat) =>
        "first" in chosen ? ask("game", written(name, { ...optionsOf(canonical), first: seat })).game : null,
    };
  }

  const outcomeOf = ({ seats, outcome }) =>
    outcome && { score: scoreOf(seats, outcome.winner), ...outcome, reason: say(outcome.code, outcome.args) };

  /** The state of a position: who is to act, the moves, the outcome, and who is still in the game. */
  function state(position) {
    if (!known.has(position)) {
      const found = ask("view", position);
      if (known.size >= REMEMBERED) known.delete(known.keys().next().value);
      known.set(found.position, { ...found, outcome: outcomeOf(found) });
      if (found.position !== position) return known.get(found.position);
    }
    return known.get(position);
  }

  const brief = ({ game, position, turn, actor, phase, moves, outcome }) => ({
    game,
    position,
    turn,
    actor,
    phase,
    moves,
    outcome,
  });

  /** A position as a board shows it. */
  function view(position) {
    const short = brief(state(position));
    return { ...short, ...modules[nameOf(position)].reader.picture(short) };
  }

  return {
    game,
    state,
    view,
    say,
    /** The views between a position and the one after a move. */
    steps: (position, move) => modules[nameOf(position)].reader.steps?.(view(position), move) ?? [],
    /** The token of a typed move. */
    typed: (spec, text) => ask("typed", spec, text.replace(/\p{Cc}/gu, " ")),
    play: (position, move) => ask("made", position, move),
    leave: (position, seat) => ask("left", position, seat),
    /** The points that each seat gets if the game ends here and `winner` wins. */
    points: ({ seats, points, bonus }, winner) =>
      Array.from({ length: seats }, (_, i) =>
        points ? points[i] + bonus * (winner === i + 1) : Number(winner === i + 1),
      ),
    scoreOf,
  };
}

// Dice, like `quincunx.table.dice`.

/** The hash published before the first roll. */
export const commitment = digest;

/** Roll n of a match, and the two faces to show. */
export function roll(seed, nonces, n, { moves, weights }) {
  const drawn = draws(seed, ["throw", ...nonces, n].join(":"));
  const token = drawn.weighted(moves, weights);
  const total = Number(token);
  const [low, high] = [Math.max(1, total - 6), Math.min(6, total - 1)];
  const first = low + drawn.below(high - low + 1);
  return { token, faces: [first, total - first] };
}
