// How computers play in the browser, with the same results as `quincunx.engine` on the server (`search`, `levels`,
// `stubborn` and `perfect`). The tables of levels are in players.js, which the server generates; code for a single game
// is in its player.js.

import { draws } from "./draws.js";
import { bestMoves, isLost, ranked, within } from "./ranking.js";

const GUESS = 20_000;
const UNKNOWN_LOSS = 2.5;
const TRAPS = 9;

/** The defaults for a game without a player.js. */
const ANY = {
  method: (_, { methods }) => methods[0],
  nodes: (_, nodes) => nodes,
  page: () => null,
  longest: (_engine, _state, moves) => moves,
  hardest: (_engine, _state, moves) => moves,
};

/** `core` is that of core.js, `tables` has each game's levels, `modules` the games' player.js, and `book(name)` returns
 * the text of a loaded book, or null. */
export function engine({ core, tables, modules, book }) {
  const nameOf = (position) => position.split(/[: ]/)[0];

  function state(position) {
    const found = core.position(position);
    const name = nameOf(position);
    return {
      ...found,
      body: found.position.slice(found.game.length + 1),
      table: tables[name],
      own: { ...ANY, ...modules[name] },
    };
  }

  const self = { core, book, state, search };
  const pageOf = (at) => at.own.page(self, at);

  function search(at, limits, method, patience = 0) {
    const { moves, basis, nodes, seconds, called_off: calledOff } = core.analyse(at.position, method, limits, patience);
    return {
      position: at.position,
      actor: at.actor,
      moves,
      basis: message(basis),
      nodes,
      seconds,
      calledOff,
    };
  }

  /** The message for the basis of the core's values: a key, and optionally a number. */
  function message(said) {
    const [code, number] = said.split(" ");
    return { code, args: number ? { n: Number(number) } : {} };
  }

  /** The values of all moves by the best method, using the book. */
  function analyse(at, limits, patience = 0) {
    const page = pageOf(at);
    if (page?.values) return booked(at, page);
    const found = search(at, limits, at.own.method(at, at.table), patience);
    return page ? annotated(found, page) : found;
  }

  const forBoth = (actor, mine) => (actor === 1 ? [mine, 1 - mine] : [1 - mine, mine]);

  function booked(at, page) {
    const moves = at.moves.map((move) => ({
      move,
      value: { seats: forBoth(at.actor, page.values[move]), exact: true, distance: null },
      line: [move],
    }));
    return { position: at.position, actor: at.actor, moves, basis: page.basis, nodes: 0, seconds: 0, calledOff: false };
  }

  /** Clamps estimates to the bounds of the book; where the bounds meet, the value is exact. */
  function annotated(found, page) {
    const judged = (each) => {
      if (each.value.exact) return each;
      const least = each.move === page.move ? page.least : 0;
      const mine = Math.min(Math.max(each.value.seats[found.actor - 1], least), page.most);
      const exact = least === page.most;
      return { ...each, value: { seats: forBoth(found.actor, mine), exact, distance: null } };
    };
    const basis = { code: "engine.basis.both", args: { first: page.basis, second: found.basis } };
    return { ...found, moves: found.moves.map(judged), basis };
  }

  /** A level's move and the analysis behind it, within `patience` seconds whatever the budget. */
  function choose(at, name, seed, patience = 0) {
    const until = performance.now() + patience * 1000;
    const left = () => (patience ? Math.max((until - performance.now()) / 1000, 0.001) : 0);
    const drawn = draws(seed, `choice:${at.position}`);
    if (name === "random") return { move: drawn.choice(at.moves), found: ignorance(at) };
    const level = at.table.levels[name];
    if (!level) throw new Error(`no level ${name}`);
    let nodes = level.limits.nodes ? at.own.nodes(at, level.limits.nodes) : 0;
    const method = level.method === "auto" ? at.own.method(at, at.table) : level.method;
    if (level.method === "auto" && method === "playouts") nodes = Math.min(nodes, GUESS);
    const limits = { ...level.limits, nodes, seed: drawn.below(2 ** 32) };
    const page = level.book ? pageOf(at) : null;
    if (page?.move)
      return { move: page.move, found: analyse(at, { ...limits, nodes: Math.min(nodes, GUESS) }, left()) };
    const found = search(at, limits, method, left());
    const wins = winning(at, level, found);
    const moves = wins.length ? wins : candidates(at, level, found, limits, method, left, drawn);
    const guarded = level.guarded && !wins.length;
    const move = guarded ? prudent(at, found, moves, drawn) : drawn.choice(moves);
    return { move, found: page ? annotated(found, page) : found };
  }

  /** The analysis of a random player: all moves have the same value. */
  function ignorance(at) {
    const value = { seats: Array(at.seats).fill(1 / at.seats), exact: false, distance: null };
    const moves = at.moves.map((move) => ({ move, value, line: [move] }));
    const basis = { code: "engine.basis.random", args: {} };
    return { position: at.position, actor: at.actor, moves, basis, nodes: 0, seconds: 0, calledOff: false };
  }

  /** The moves that win at once, as far as the level sees them. */
  function winning(at, level, { moves }) {
    const best = bestMoves(moves, at.actor);
    const [{ value }] = best;
    if (value.exact && value.distance === 1 && value.seats[at.actor - 1] === 1) return best.map(({ move }) => move);
    return level.guarded ? core.winning(at.position) : [];
  }

  /** The moves that a level chooses from if none wins at once. */
  function candidates(at, level, found, limits, method, left, drawn) {
    const { actor } = at;
    const best = bestMoves(found.moves, actor).map(({ move }) => move);
    const lost = isLost(found.moves, actor);
    if (lost || level.book) {
      if (found.calledOff) return best;
      const moves = level.book ? hardest(at, found, best, limits, left) : longest(at, found);
      return lost && level.hope ? hopeful(at, moves, { ...limits, nodes: level.hope }, method) : moves;
    }
    const [{ value }] = ranked(found.moves, actor);
    const mine = value.seats[actor - 1];
    if (mine <= level.desperate || (level.keen && value.exact && mine === 1)) return best;
    if (level.overlooks) return bestMoves(noticed(at, level, found, limits, drawn), actor).map(({ move }) => move);
    return level.margin || level.patient ? within(found.moves, actor, level.margin).map(({ move }) => move) : best;
  }

  /** The moves that a level does not overlook. */
  function noticed(at, level, { moves }, { seed }, drawn) {
    const looks = level.glance
      ? ranked(search(at, { seed }, level.glance).moves, at.actor).map(({ move }) => move)
      : drawn.sample(at.moves, at.moves.length);
    const scale = 100 * Math.max(looks.length - 1, 1);
    const seen = new Set(looks.filter((_, place) => drawn.below(scale) >= level.overlooks * place));
    return moves.filter(({ move }) => seen.has(move));
  }

  /** The best of these moves according to a search too shallow to see that they lose. */
  function hopeful(at, moves, limits, method) {
    const liked = ranked(search(at, limits, method).moves, at.actor);
    return [liked.find(({ move }) => moves.includes(move)).move];
  }

  /** The moves that delay the loss longest, as far as that is known or quick to find. */
  function longest(at, { moves }) {
    const proved = moves.filter(({ value }) => value.exact);
    const open = moves.filter(({ value }) => value.distance === null).map(({ move }) => move);
    const known = Math.max(0, ...proved.map(({ value }) => value.distance ?? 0));
    if (!open.length || known > UNKNOWN_LOSS) {
      return proved.filter(({ value }) => value.distance === known).map(({ move }) => move);
    }
    return open.length > 1 ? at.own.longest(self, at, open) : open;
  }

  /** A random one of these moves that is safe, else the best other safe move, else one with the least danger. */
  function prudent(at, found, moves, drawn) {
    const dangers = new Map();
    const isSafe = (move) => dangers.set(move, core.danger(at.position, move)).get(move) === 0;
    for (const left = [...moves]; left.length; ) {
      const move = drawn.choice(left);
      if (isSafe(move)) return move;
      left.splice(left.indexOf(move), 1);
    }
    ranked(found.moves, at.actor).find(({ move }) => !moves.includes(move) && isSafe(move));
    const least = Math.min(...dangers.values());
    return [...dangers.keys()].find((move) => dangers.get(move) === least);
  }

  /** The best moves that are hardest for the opponent. */
  function hardest(at, found, moves, limits, left) {
    const [{ value }] = ranked(found.moves, at.actor);
    const worth = value.seats[at.actor - 1];
    if (value.exact && worth === 0.5 && moves.length > 1 && found.moves.length <= TRAPS) {
      const counts = moves.map((move) => traps(after(at, move), at.actor, limits, left));
      return moves.filter((_, i) => counts[i] === Math.max(...counts));
    }
    return worth ? moves : at.own.hardest(self, at, moves, left());
  }

  const after = (at, move) => state(core.play(at.position, move));

  /** The number of losing replies in a drawn position; if `seat` itself is to move, after its best move. */
  function traps(at, seat, limits, left) {
    if (at.outcome) return 0;
    const { moves } = analyse(at, limits, left());
    if (at.actor !== seat) return moves.filter(({ value }) => value.exact && value.seats[seat - 1] === 1).length;
    const kept = moves.filter(({ value }) => value.seats[seat - 1] === 0.5);
    return Math.max(0, ...kept.map(({ move }) => traps(after(at, move), seat, limits, left)));
  }

  return { ...self, analyse, choose };
}
