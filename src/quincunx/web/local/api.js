// What the pages of a static site talk to: the same functions as those of ../api.js, answered in this browser. The rules
// come from the core, tables are kept by the browser, and computers think in a worker.

import { draws } from "../engine/draws.js";
import { Refusal } from "../http.js";
import { setting } from "../player.js";
import { data, lawOf } from "./law.js";
import { notKept } from "./notice.js";
import { keepOffline } from "./offline.js";
import { eventsOf, gameIn, readRecord, setupOf, writeRecord } from "./record.js";
import { computerSeat, drive, ME, newSeed, newTable, openRoom, suitsOf, time } from "./room.js";
import { nameOf, Refused, written } from "./rules.js";
import * as store from "./store.js";
import { isOver } from "./table.js";

keepOffline();

/** What the rules refuse becomes what the pages know. */
function refusal(error) {
  if (!(error instanceof Refused)) return error;
  const { code, args, field, status } = error;
  return new Refusal({ code, args, reason: "", field }, status);
}

/** A function of the interface: whatever it refuses is a Refusal. */
const answering =
  (answer) =>
  async (...asked) => {
    try {
      return await answer(...asked);
    } catch (error) {
      throw refusal(error);
    }
  };

// Games and positions

export const games = answering(() => data("games.json"));
export const rules = answering((name) => data(`rules/${name}.md`));

/** The levels of a game with its options. */
async function levelsOf({ name, spec }) {
  const { all_levels, ratings, levels } = (await data("games.json")).find((game) => game.name === name);
  const plain = levels.map((level) => level.name);
  const own = all_levels.some((level) => !plain.includes(level.name)) ? await import(`../games/${name}/player.js`) : {};
  return all_levels
    .filter((level) => plain.includes(level.name) || own.isPerfect?.(spec))
    .map((level) => ({ ...level, rating: ratings[spec]?.[level.name] ?? null }));
}

export const game = answering(async (spec) => {
  const law = await lawOf(spec);
  const chosen = law.game(spec);
  const view = law.view(law.state(chosen.start(newSeed())).position);
  const options = Object.fromEntries(chosen.declared.map((option) => [option.key, narrowed(law, chosen, option)]));
  const { spec: game, seats, startIsDrawn: random } = chosen;
  return { game, seats, random, view, levels: await levelsOf(chosen), options };
});

/** What the other options leave of an option; null for one that means nothing beside them. */
function narrowed(law, { name, options, idle }, { key, kind, choices, most }) {
  if (idle.includes(key)) return null;
  const allows = (value) => {
    try {
      return Boolean(law.game(written(name, { ...options, [key]: value })));
    } catch {
      return false;
    }
  };
  const down = (word) => Array.from({ length: most[word] }, (_, i) => most[word] - i);
  if (kind === "choice") return { choices: Object.keys(choices).filter(allows), most: {} };
  if (kind !== "counted") return { choices: null, most: {} };
  const largest = Object.fromEntries(
    Object.keys(choices).map((word) => [
      word,
      most[word] ? down(word).find((n) => allows(word + n)) : allows(word) ? 0 : undefined,
    ]),
  );
  const left = Object.entries(largest).filter(([, n]) => n !== undefined);
  return { choices: left.map(([word]) => word), most: Object.fromEntries(left.filter(([, n]) => n)) };
}

export const position = answering(async (text) => {
  const law = await lawOf(text);
  return { view: law.view(law.state(text).position) };
});

export const moves = answering(async (text, list) => {
  const law = await lawOf(text);
  let at = law.state(text);
  const views = [law.view(at.position)];
  let steps = [];
  for (const move of list) {
    const token = law.typed(at.game, move);
    const after = law.state(law.play(at.position, token));
    steps = law.steps(at.position, token);
    at = after;
    views.push(law.view(at.position));
  }
  return { views, steps };
});

export const rollDice = answering(async (text) => {
  const law = await lawOf(text);
  const { position: at, moves: rolls, weights } = law.state(text);
  if (!weights) throw new Refused("server.no-dice", {}, { status: 422 });
  const roll = draws(newSeed(), "roll").weighted(rolls, weights);
  return { roll, view: law.view(law.play(at, roll)) };
});

export const palette = answering(async (spec) => {
  const law = await lawOf(spec);
  const { spec: game, name, options } = law.game(spec);
  const { palette_options } = (await games()).find((one) => one.name === name);
  const found = await data(`palettes/${[name, ...palette_options.map((key) => options[key])].join("-")}.json`);
  const { squares, width, empty, fields } = found;
  const rows = Array(squares.length / width).fill(empty.repeat(width));
  const rest = fields.map(({ parts }) => parts.map(({ choices }) => choices[0].text).join(""));
  const blank = [game, rows.join("/"), ...rest].join(" ");
  return { ...found, game, blank: law.view(law.state(blank).position) };
});

export const analysis = answering(() => {
  throw new Refused("web.local.engine");
});

// Puzzles

const plain = ({ id, game, title, goal, grade }) => ({ id, game, title, goal, grade });
const whole = async (puzzle) => ({
  ...plain(puzzle),
  moves_to_end: puzzle.moves_to_end,
  view: (await position(puzzle.position)).view,
});

async function puzzleOf(id) {
  const found = (await data("puzzles.json")).find((puzzle) => puzzle.id === id);
  if (!found) throw new Refused("server.no-puzzle", { id }, { status: 404 });
  return found;
}

/** A position for a picture, read from its text: the core is not needed for that. */
async function pictured(at) {
  const { picture } = await import(`../games/${nameOf(at)}/position.js`);
  const state = { game: at.split(" ")[0], position: at, turn: 1, actor: 1, phase: "", moves: [], outcome: null };
  return { ...state, ...picture(state) };
}

export const puzzles = answering(async () => (await data("puzzles.json")).map(plain));
export const dailyPuzzle = answering(async () => {
  const today = new Date().toISOString().slice(0, 10);
  const found = draws(today, "puzzle").choice(await data("puzzles.json"));
  return { ...plain(found), moves_to_end: found.moves_to_end, view: await pictured(found.position) };
});
export const puzzle = answering(async (id) => whole(await puzzleOf(id)));
/** Where the engine could not prove enough: the first move is known. */
export const tryPuzzle = answering(async (id, { move, line }) => {
  const right = !line.length && move === (await puzzleOf(id)).move;
  return { right, solved: right, reply: [], value: null };
});

// Tables

const rooms = new Map();

async function roomOf(id) {
  if (!rooms.has(id)) {
    const stored = store.load(id);
    if (!stored) throw new Refused("server.table-not-found", {}, { status: 404 });
    rooms.set(id, openRoom(await lawOf(stored.setup.game), stored));
  }
  return rooms.get(id);
}

function summary(room) {
  const { table, stored } = room;
  const shown = room.show();
  const { id, game, title, seats, began, over, outcome, state, clock, next, mine } = shown;
  const turn = began && !over ? state.turn : null;
  return {
    ...{ id, game, title, listed: false, began, over, outcome, view: state, next, turn },
    seats: seats.map((seat) => ({ ...seat, mine: mine.includes(seat.seat) })),
    my_turn: mine.includes(turn),
    pace: clock?.pace ?? null,
    plies: table.plies.length,
    opened: stored.opened,
    updated: stored.updated,
  };
}

export const tables = answering(async () => {
  const mine = [];
  for (const { id } of store.all()) {
    try {
      mine.push(summary(await roomOf(id)));
    } catch (error) {
      // One that cannot be read, of a game that is no longer here, must not hide the others.
      console.error(error);
    }
  }
  return { open: [], playing: [], mine, unavailable: [] };
});

function seatFrom(number, { kind, name, level, suit }, dealt) {
  const colour = suit ?? dealt[number - 1];
  if (kind === "computer") return computerSeat(number, level, colour, name || undefined);
  if (kind !== "person") throw new Refused("web.local.needs-server", {}, { field: "seats", status: 422 });
  const said = (name || setting("name") || "").trim().replace(/\s+/g, " ");
  return { kind, name: said || "Guest", player: ME, level: "", colour };
}

const shuffled = (items) => draws(newSeed(), "seats").sample(items, items.length);

export const open = answering(async (request) => {
  const law = await lawOf(request.game);
  const chosen = law.game(request.game);
  const seats = request.shuffle ? shuffled(request.seats) : request.seats;
  const dealt = chosen.colours.length ? chosen.colours : suitsOf(seats.map(({ suit }) => suit ?? ""));
  const setup = {
    game: chosen.spec,
    seats: seats.map((seat, i) => seatFrom(i + 1, seat, dealt)),
    seed: newSeed(),
    dice_seed: newSeed(),
    pace: request.pace ?? null,
    start: request.start ? law.state(request.start).position : null,
    ...{ played: 0, drawn: 0, points: {}, target: request.target ?? 0, brought: 0 },
  };
  return opened(newTable(law, setup));
});

const opened = (stored) => ({ id: store.place(stored) });

export const openRecord = answering(async (text) => {
  const name = gameIn(text);
  if (!name) throw new Refused("record.no-tags", {}, { status: 422 });
  const law = await lawOf(name);
  const record = readRecord(law, text);
  const dealt = suitsOf(
    record.players.map(() => ""),
    record.game.colours,
  );
  const known = (await levelsOf(record.game)).map((level) => level.name);
  const seatOf = (number, { name: said, kind }) => {
    const [who, level] = kind.split(" ");
    const computer = who === "computer" && known.includes(level);
    const shown = said.replace(/\s+/g, " ").trim().slice(0, 40);
    return seatFrom(number, { kind: computer ? "computer" : "person", name: shown, level }, dealt);
  };
  const setup = setupOf(record, seatOf, newSeed);
  const took = eventsOf(law, record, 0).at(-1).at;
  return opened(newTable(law, setup, eventsOf(law, record, time() - took)));
});

export const table = answering(async (id) => (await roomOf(id)).show());
export const ply = answering(async (id, n) => (await roomOf(id)).ply(n));
export const record = answering(async (id) => writeRecord((await roomOf(id)).table));
export const remove = answering(async (id) => {
  store.forget(id);
  rooms.delete(id);
});
export const act = answering(async (id, action) => (await roomOf(id)).act(action));

/** The plies of a match, in one line; the page judges them itself. */
export const study = answering(async (question, line) => {
  if (question.record !== undefined) {
    const name = gameIn(question.record);
    if (!name) throw new Refused("record.no-tags", {}, { status: 422 });
    const law = await lawOf(name);
    const { game, players, first, plies, result, why } = readRecord(law, question.record);
    const suits = suitsOf(
      players.map(() => ""),
      game.colours,
    );
    return line(
      matchOf(
        game,
        players.map(({ name: said }) => said),
        suits,
        first,
        plies,
        result,
        why,
      ),
    );
  }
  const room = await roomOf(question.table);
  const { game, seats, first, plies, seats: people } = room.table;
  if (!isOver(room.table) && people.filter(({ kind }) => kind !== "computer").length > 1)
    throw new Refused("server.study-not-over");
  const { outcome, abandoned } = room.show();
  const names = seats.map(({ name }) => name);
  const why = outcome?.why ?? (abandoned ? "abandoned" : "");
  return line(matchOf(game, names, room.suits(), first, plies, outcome?.score ?? "*", why));
});

function matchOf({ spec, title }, names, suits, start, plies, result, why) {
  return {
    ...{ game: spec, title, start, result, why },
    seats: names.map((name, i) => ({ seat: i + 1, name, suit: suits[i] })),
    plies: plies.map(({ seat, kind, token, after }) => ({ seat, kind, token, position: after })),
  };
}

/** Sits at a table: `show(whole)` is called after every change, as by the network's `follow`. */
export function follow(id, { table: show, connection }) {
  const ready = roomOf(id).then((room) => {
    const driver = drive(room, changed);
    function next() {
      if (store.isFailing()) notKept(writeRecord(room.table), room.table.game.spec);
      driver.next();
    }
    function changed() {
      show(room.show());
      next();
    }
    store.onChange((other) => other === id && room.learn(store.load(id)) && changed());
    connection("open");
    next();
    return { room, changed };
  });
  return {
    act: answering(async (what) => {
      const { room, changed } = await ready;
      const answer = room.act(what);
      changed();
      return answer;
    }),
  };
}
