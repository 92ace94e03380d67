// The tables that this browser keeps: each is a setup and its events, in localStorage. If it is blocked or full, tables
// last as long as the page, and `isFailing` says so.

const PREFIX = "quincunx.table.";
const memory = new Map();
let failing = false;

/** Whether the last table could not be kept. */
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

/** A table as it was kept: `id`, `setup`, `events`, `opened`, `updated`, `next`, `previous`; null if there is none, or only
 * a broken one. */
export function load(id) {
  const found = memory.get(id) ?? read(PREFIX + id) ?? carried(id);
  return found?.setup && Array.isArray(found.events) ? found : null;
}

const CARRIED = "new.";

/** The id under which another page finds a new table. Where nothing can be kept, the id is the table itself. */
export function place(stored) {
  if (keep(stored)) return stored.id;
  const bytes = new TextEncoder().encode(JSON.stringify([stored.setup, stored.events]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return CARRIED + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The table that an id is, or null. */
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
    return null; // a link that was cut off
  }
}

/** Keeps a table; false if that was not possible. */
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
    // It was never kept.
  }
}

const NOTED = "quincunx.open.";

/** When a page last said that it shows a table, in seconds; 0 if none did. */
export const noted = (id) => read(NOTED + id) ?? 0;

export function note(id, at) {
  try {
    localStorage.setItem(NOTED + id, JSON.stringify(at));
  } catch {
    // Then the table is not kept either.
  }
}

/** All tables, the latest first. */
export const all = () =>
  [...new Set([...memory.keys(), ...keys().map((key) => key.slice(PREFIX.length))])]
    .map(load)
    .filter(Boolean)
    .sort((a, b) => b.updated - a.updated);

/** Calls `changed(id)` when another page of this browser has changed a table. */
export const onChange = (changed) =>
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && changed(key.slice(PREFIX.length)));
