// A table in this page: executes commands, stores events, plays the computers' moves, and watches the clocks. Does the
// work of the server's rooms, handlers and computers for the one player of this browser.

import { local, Stopped } from "../../engine/local.js";
import { text } from "../../text.js";
import { Refused } from "../rules/refused.js";
import { computerSeat, ME, newSeed, newStored, suitsOf, time } from "./seats.js";
import { lobbyRow, snapshot, stepsOf } from "./snapshot.js";
import * as store from "./store.js";
import * as tables from "./table.js";

/** A computer accepts a draw if it expects at most this score, as in quincunx.table.pending. */
const DRAW_SHARE = 0.45;
/** Milliseconds that a computer's first roll waits for the nonces of the others. */
const NONCES = 2000;
const CHANCE = 0;
/** Commands that are valid whatever the position. */
const NEVER_STALE = ["nonce", "rename", "rematch"];
const POSITION_EVENTS = "Moved Rolled TookBack Redid Resigned Flagged Forfeited AgreedDraw Abandoned".split(" ");

/** A table and its stored data; `show()` returns its snapshot for the page. */
export function openRoom(law, stored) {
  const opened = tables.openTable(law, stored.setup, stored.events);
  let table = opened.began ? opened : tables.begin(opened, time());
  let kept = { ...stored, events: table.events };
  let trouble = null;

  const about = () => ({
    id: kept.id,
    player: ME,
    suits: suitsOf(
      table.seats.map((seat) => seat?.colour ?? ""),
      table.game.colours,
    ),
    next: kept.next,
    previous: kept.previous,
    trouble: trouble?.version === table.events.length ? { seat: trouble.seat, reason: trouble.reason } : null,
  });

  const mine = () => table.seats.flatMap((seat, i) => (seat.kind !== "computer" ? [i + 1] : []));

  /** Stores the table after a change, with its row for the lobby, so that the lobby does not need the rules. */
  function commit(after, next = kept.next) {
    if (after === table && next === kept.next && kept.summary) return;
    const isNew = after !== table || next !== kept.next;
    table = after;
    kept = { ...kept, events: table.events, next, updated: isNew ? time() : kept.updated };
    kept.summary = summary();
    store.keep(kept);
  }

  /** The table's row in the lobby. */
  const summary = () => lobbyRow(table, about(), time(), kept);

  function refuseIfStale({ do: name, version }) {
    const since = table.events.slice(version ?? table.events.length);
    if (NEVER_STALE.includes(name) || !since.some(({ event }) => POSITION_EVENTS.includes(event))) return;
    throw new Refused("server.stale", { seen: version, version: table.events.length });
  }

  const HANDLERS = {
    move: ({ seat, move }, now) => tables.move(table, seat, move, now),
    roll: ({ seat }, now) => tables.roll(table, seat, now),
    nonce: ({ seat, nonce }, now) => tables.sendNonce(table, seat, nonce, now),
    resign: ({ seat }, now) => tables.resign(table, seat, now),
    ask: ({ seat, what }, now) => tables.ask(table, seat, what, now),
    rename: ({ seat, name }, now) => tables.rename(table, seat, name.trim().replace(/\s+/g, " "), now),
    abandon: (_, now) => tables.abandon(table, now),
    answer({ seat, question, yes }, now) {
      if (table.question?.asked !== question) throw new Refused("server.question-closed");
      return tables.answer(table, seat, yes, now);
    },
    stand_in({ seat, level }, now) {
      const sitting = tables.seatAt(table, seat);
      const who = computerSeat(seat, level, sitting.colour, sitting.name);
      return tables.takeOver(table, seat, { ...who, player: sitting.player }, now);
    },
    rematch: ({ first = null }, now) =>
      kept.next
        ? table
        : tables.offerRematch(table, mine().find((n) => tables.mustAnswer(table).includes(n)) ?? mine()[0], first, now),
  };

  /** Loads changes stored by another page of this browser; true if there were any. */
  function refresh() {
    const other = store.load(kept.id);
    if (!other || (other.events.length <= kept.events.length && other.next === kept.next)) return false;
    kept = other;
    table = tables.openTable(law, other.setup, other.events);
    return true;
  }

  /** Executes a command and answers as in the protocol. */
  function act(command) {
    const handler = HANDLERS[command.do];
    if (!handler) throw new Refused("web.local.needs-server");
    refresh();
    refuseIfStale(command);
    if (command.seat && command.do !== "stand_in" && !mine().includes(command.seat))
      throw new Refused("server.not-your-seat", { seat: command.seat }, { field: "seat" });
    const after = handler(command, time());
    const agreed = after === table ? null : after.events.at(-1);
    commit(after, agreed?.event === "AgreedRematch" ? again(after, agreed.first) : kept.next);
    return { version: table.events.length, next: kept.next };
  }

  /** Opens the rematch and returns its id. */
  function again(after, first) {
    const setup = tables.rematch(after, newSeed(), newSeed(), first);
    return store.place(newStored(setup, [], kept.id));
  }

  return {
    act,
    commit,
    summary,
    get table() {
      return table;
    },
    get stored() {
      return kept;
    },
    show: (now = time()) => snapshot(table, about(), now),
    suits: () => about().suits,
    reportTrouble(seat, reason) {
      trouble = { version: table.events.length, seat, reason };
    },
    refresh,
    ply(n) {
      const position = n ? table.plies[n - 1].after : table.first;
      return { view: law.view(position), steps: stepsOf(table, n) };
    },
  };
}

/** Seconds between notes that a page is open while a clock runs. After a PAUSE without one, the page was closed. */
const NOTED = 5;
const PAUSE = 2 * NOTED;

/** Stops clocks while no page shows the table. */
function keepTime(room) {
  const { id } = room.stored;
  const isRunning = () => room.table.clock && tables.dueAt(room.table) !== null;
  const closed = time() - Math.max(store.noted(id), room.table.clock?.since ?? 0);
  if (isRunning() && closed > PAUSE) room.commit(tables.credit(room.table, closed, time()));
  setInterval(() => isRunning() && store.note(id, time()), NOTED * 1000);
  addEventListener("pagehide", () => isRunning() && store.note(id, time()));
}

/** Runs a room's computers and clocks for as long as the page lives; calls `changed()` after each change. */
export function drive(room, changed) {
  keepTime(room);
  room.commit(room.table);
  const engine = local();
  let busy = false;
  let searching = -1;
  let timer = 0;

  /** Changes the table unless it has changed since `version`. A refusal just means that the change came too late. */
  function apply(version, change) {
    room.refresh();
    if (room.table.events.length !== version) return changed();
    try {
      room.commit(change(room.table, time()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    changed();
  }

  function search(table, seat) {
    const { clock, setup } = table;
    const left = clock ? clock.left[seat - 1] : 0;
    const seconds = clock ? Math.min(left / 20 + clock.pace.increment * 0.8, left * 0.5) : 0;
    const { level } = tables.seatAt(table, seat);
    searching = table.events.length;
    return engine.ask("analyse", { position: tables.stateOf(table).position, level, seed: setup.seed, seconds });
  }

  async function play(table, { seat, kind }) {
    const version = table.events.length;
    if (kind === "roll") {
      await noncesArrived(table);
      return apply(version, (at, now) => tables.roll(at, seat, now));
    }
    if (kind === "answer") {
      const dice = tables.stateOf(table).actor === CHANCE;
      const value = dice ? 1 : (await search(table, seat)).moves[0].value.seats[seat - 1];
      return apply(version, (at, now) => tables.answer(at, seat, value <= DRAW_SHARE, now));
    }
    const { best } = await search(table, seat);
    return apply(version, (at, now) => tables.move(at, seat, best, now));
  }

  /** Before the first roll, gives the people at the table a moment to send their nonces. */
  async function noncesArrived(table) {
    const missing = table.seats.some(({ kind }, i) => kind !== "computer" && !table.nonces[i]);
    const rolled = table.events.filter(({ event }) => event === "Rolled").length > table.setup.brought;
    if (missing && !rolled) await new Promise((resolve) => setTimeout(resolve, NONCES));
  }

  async function step() {
    if (busy) return;
    busy = true;
    for (let action = tables.pendingAction(room.table); action; action = tables.pendingAction(room.table)) {
      const { table } = room;
      try {
        await play(table, action);
      } catch (error) {
        if (error instanceof Stopped || room.table !== table) continue;
        console.error(error);
        room.reportTrouble(action.seat, text("web.local.engine"));
        changed();
        break;
      } finally {
        searching = -1;
      }
    }
    busy = false;
  }

  /** Sets a timer for when a clock next runs out. */
  function watchClock() {
    clearTimeout(timer);
    const due = tables.dueAt(room.table);
    if (due === null) return;
    const expire = () => apply(room.table.events.length, (at, now) => tables.expire(at, now));
    timer = setTimeout(expire, Math.max(0, due - time()) * 1000 + 20);
  }

  return {
    /** Call this after every change. */
    next() {
      if (searching >= 0 && searching !== room.table.events.length) engine.stop();
      watchClock();
      step();
    },
  };
}
