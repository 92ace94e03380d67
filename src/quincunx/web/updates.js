// Merges incremental updates (docs/protocol.md) into the known table, whatever the transport.

const BRIEF = ["game", "position", "turn", "actor", "phase", "moves", "outcome"];
const CHAT_KEPT = 200;

const words = (text) => text.split(" ").filter(Boolean);
const members = (old, change) => (old && change ? { ...old, ...change } : change);

/** Fields that are not simply replaced. */
const RULES = {
  state: mergeState,
  history: (old, { keep, add }) => [...old.slice(0, keep), ...add],
  seats: (old, changes) => old.map((seat) => ({ ...seat, ...changes[seat.seat] })),
  clock: members,
  dice: members,
  may: (old, changes) =>
    Object.fromEntries(Object.entries(old).map(([seat, may]) => [seat, { ...may, ...changes[seat] }])),
  chat: (old, fresh) => [...old, ...fresh].slice(-CHAT_KEPT),
};

function mergeState(old, change) {
  if (change.game) return change;
  const state = { ...Object.fromEntries(BRIEF.map((key) => [key, old[key]])), ...change };
  if (Array.isArray(change.position)) {
    const [start, end, text] = change.position;
    const letters = [...old.position]; // by code point, as in Python
    state.position = letters.slice(0, start).join("") + text + letters.slice(end).join("");
  }
  if (typeof change.moves === "string") state.moves = words(change.moves);
  else if (change.moves) {
    const dropped = new Set(words(change.moves.drop));
    state.moves = [...old.moves.filter((move) => !dropped.has(move)), ...words(change.moves.add)];
  }
  return state;
}

/** The ply that an event adds to the history, for a move or a roll. */
function plyOf({ event, seat, move, roll, left }) {
  if (event === "Moved") return { seat, kind: "move", token: move, left };
  return event === "Rolled" ? { seat, kind: "roll", token: roll, left } : null;
}

/** The table after an update. Its state has a picture only if the update included one. */
export function merge(table, update) {
  const merged = { ...table, ...update };
  for (const field of Object.keys(update)) if (RULES[field]) merged[field] = RULES[field](table[field], update[field]);
  const ply = update.last && !update.history ? plyOf(update.last) : null;
  if (ply) merged.history = [...table.history, ply];
  return merged;
}

/** Adds the picture of the position and the steps of the last move, which `reader` derives from the position's text. */
export function complete(table, before, reader) {
  const { state, last } = table;
  const whole = state.cells || !reader ? table : { ...table, state: { ...state, ...reader.picture(state) } };
  if (last?.event !== "Moved" || last.steps) return whole;
  const one = table.history.length === before.history.length + 1;
  return { ...whole, last: { ...last, steps: (one && reader?.steps?.(before.state, last.move)) || [] } };
}

/**
 * Builds the table from the messages of one connection, in whatever order and number they arrive. `take(message)`
 * returns true if the table changed, false if not, and null if a message is missing: then request the whole table.
 */
export function follower(reader) {
  let revision = -1;
  return {
    table: null,
    take(message) {
      if (message.revision <= revision) return false;
      if (message.table) this.table = message.table;
      else if (message.from === revision) {
        const before = this.table;
        this.table = complete(merge(before, message.update), before, reader);
      } else return null;
      revision = message.revision;
      return true;
    },
  };
}
