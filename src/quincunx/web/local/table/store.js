// Tables stored in localStorage, each as a setup and its events. If storage is blocked or full, tables last only as
// long as the page, and `isFailing` is true.

const PREFIX = "quincunx.table.";
const memory = new Map();
let failing = false;

/** Whether storing the last table failed. */
export const isFailing = () => failing;

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** A stored table: `id`, `setup`, `events`, `opened`, `updated`, `next`, `previous`; null if there is none or it is
 * broken. */
export function load(id) {
  const found = memory.get(id) ?? read(PREFIX + id) ?? carried(id);
  return found?.setup && Array.isArray(found.events) ? found : null;
}

const CARRIED = "new.";

/** Stores a new table and returns its id for other pages. If nothing can be stored, the id encodes the table itself. */
export function place(stored) {
  if (keep(stored)) return stored.id;
  const bytes = new TextEncoder().encode(JSON.stringify([stored.setup, stored.events]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return CARRIED + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The table encoded in an id, or null. */
function carried(id) {
  if (!id.startsWith(CARRIED)) return null;
  try {
    const text = atob(id.slice(CARRIED.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const [setup, events] = JSON.parse(new TextDecoder().decode(bytes));
    const now = Date.now() / 1000;
    failing = true;
    return { id, setup, events, opened: now, updated: now, next: null, previous: null };
  } catch {
    return null; // a truncated link
  }
}

/** Stores a table; false if that failed. */
export function keep(stored) {
  try {
    localStorage.setItem(PREFIX + stored.id, JSON.stringify(stored));
    memory.delete(stored.id);
    failing = false;
  } catch {
    memory.set(stored.id, stored);
    failing = true;
  }
  return !failing;
}

export function forget(id) {
  memory.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
    localStorage.removeItem(NOTED + id);
  } catch {
    // It was never stored.
  }
}

const NOTED = "quincunx.open.";

/** When a page last noted that it shows a table, in seconds; 0 if never. */
export const noted = (id) => read(NOTED + id) ?? 0;

export function note(id, at) {
  try {
    localStorage.setItem(NOTED + id, JSON.stringify(at));
  } catch {
    // Storage fails for the table too.
  }
}

/** All tables, newest first. */
export const all = () =>
  [...new Set([...memory.keys(), ...keys().map((key) => key.slice(PREFIX.length))])]
    .map(load)
    .filter(Boolean)
    .sort((a, b) => b.updated - a.updated);

/** Calls `changed(id)` when another page of this browser has changed a table. */
export const onChange = (changed) =>
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && changed(key.slice(PREFIX.length)));
