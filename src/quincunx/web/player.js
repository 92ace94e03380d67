// The player of this browser: the secret, settings and last choices. Everything is stored in the browser; if storage is
// blocked, it lasts as long as the page.

const PREFIX = "quincunx.";
const SECRET = /^[A-Za-z0-9_-]{22,128}$/;
const MOST_DICE = 50;
const memory = new Map();

/** Defaults of settings that are not empty at first. */
const DEFAULTS = {
  theme: "system",
  sound: true,
  letters: true,
  chat: true,
  lines: false,
  graph: false,
  skin: "",
  speed: "normal",
};

function load(key) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? memory.get(key) : JSON.parse(text);
  } catch {
    return memory.get(key);
  }
}

function store(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private window or full storage: the page keeps it in memory.
  }
}

/** A setting of the player: `name`, `theme`, `sound`, `letters`, `chat`, `lines`, `graph`, `skin`, `speed`; also the
 * finished `lessons` and `puzzles`. */
export function setting(key) {
  return load(key) ?? DEFAULTS[key];
}

/** Changes a setting and dispatches an event `setting`. */
export function set(key, value) {
  store(key, value);
  dispatchEvent(new CustomEvent("setting", { detail: key }));
}

/** The player's secret: 256 random bits, generated on first use. */
export function secret() {
  const kept = load("secret");
  if (SECRET.test(kept)) return kept;
  const made = random(32);
  store("secret", made);
  return made;
}

/** Whether a text has the form of a player's secret. */
export function isSecret(text) {
  return SECRET.test(text);
}

/** Makes this browser that player. */
export function become(other) {
  store("secret", other);
}

/** The link that transfers the player to another device. */
export function carryLink() {
  return `${location.origin}/#player=${secret()}`;
}

/** The last choices for a new game, if any. */
export function lastChoice(game) {
  return load(`last.${game}`);
}

export function rememberChoice(game, choice) {
  store(`last.${game}`, choice);
}

/**
 * The hash of a table's dice as first seen here. The browser stores this commitment itself, because the proof at the
 * end must be checked against what was published before the first roll.
 */
export function promisedDice(table, hash) {
  const kept = load("dice") ?? [];
  const found = kept.find(([id]) => id === table);
  if (found) return found[1];
  store("dice", [[table, hash], ...kept].slice(0, MOST_DICE));
  return hash;
}

/** Random bytes in URL-safe base64. */
export function random(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
