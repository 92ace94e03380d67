// The API for tables and records, answered in this page.

import { lawFor, lawOf } from "../rules/load.js";
import { notKept } from "../../parts/common/notice.js";
import { levelsOf } from "./positions.js";
import { matchOf, pointsAt, study as studyRecord } from "./records.js";
import { eventsOf, setupOf } from "../record/importing.js";
import { gamesIn, readRecord } from "../record/reading.js";
import { writeRecord } from "../record/writing.js";
import { Refused } from "../rules/refused.js";
import { drive, openRoom } from "../table/room.js";
import { newSeed, newStored, seatFrom, suitsOf, time } from "../table/seats.js";
import * as store from "../table/store.js";
import { isOver } from "../table/table.js";

const rooms = new Map();

async function roomOf(id) {
  if (!rooms.has(id)) {
    const stored = store.load(id);
    if (!stored) throw new Refused("server.table-not-found", {}, { status: 404 });
    rooms.set(id, openRoom(await lawOf(stored.setup.game), stored));
  }
  return rooms.get(id);
}

export async function tables() {
  const mine = [];
  for (const { id } of store.all()) {
    try {
      mine.push((await roomOf(id)).summary());
    } catch (error) {
      // A table that cannot be read, such as one of a game since removed, must not hide the others.
      console.error(error);
    }
  }
  return { open: [], playing: [], mine, unavailable: [] };
}

export async function openRecord(text) {
  const law = await lawFor(gamesIn(text));
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
  return { id: store.place(newStored(setup, eventsOf(law, record, time() - took))) };
}

export const table = async (id) => (await roomOf(id)).show();
export const ply = async (id, n) => (await roomOf(id)).ply(n);
export const record = async (id) => writeRecord((await roomOf(id)).table);
export async function remove(id) {
  store.forget(id);
  rooms.delete(id);
}
export const act = async (id, action) => (await roomOf(id)).act(action);

/** The plies of a match, as a single line; the page analyses them itself. */
export async function study(question, line) {
  if (question.record !== undefined) return studyRecord(question, line);
  const room = await roomOf(question.table);
  const { game, seats, first, plies, seats: people } = room.table;
  if (!isOver(room.table) && people.filter(({ kind }) => kind !== "computer").length > 1)
    throw new Refused("server.study-not-over");
  const { outcome, abandoned } = room.show();
  const made = outcome && pointsAt(room.table.rules, plies.at(-1)?.after ?? first, outcome.winner);
  const why = outcome?.why ?? (abandoned ? "abandoned" : "");
  line(matchOf(game, seats, room.suits(), made, first, plies, outcome?.score ?? "*", why));
}

/** Follows a table: calls `table(whole)` after every change, like the server API's `follow`, but not at once: the page
 * gets the current state from `table`. */
export function follow(id, { table: show, connection }) {
  const ready = roomOf(id).then((room) => {
    const known = room.table;
    const driver = drive(room, changed);
    function changed() {
      show(room.show());
      goOn();
    }
    function goOn() {
      if (store.isFailing()) notKept(writeRecord(room.table), room.table.game.spec);
      driver.next();
    }
    store.onChange((other) => other === id && room.refresh() && changed());
    connection("open");
    if (room.table === known) goOn();
    else changed();
    return { room, changed };
  });
  return {
    async act(what) {
      const { room, changed } = await ready;
      const answer = room.act(what);
      changed();
      return answer;
    },
  };
}

/** Opens a table with options or a start, after the rules have checked them. */
export async function open(request, setupFor) {
  const law = await lawOf(request.game);
  const { spec, colours } = law.game(request.game);
  const start = request.start ? law.state(request.start).position : null;
  return { id: store.place(newStored(setupFor({ ...request, game: spec, start }, colours))) };
}
