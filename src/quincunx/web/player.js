// Who sits at this browser: the player's secret, and what the player set or chose last.
// Everything stays in the browser; where it may store nothing, it lasts as long as the page.

const PREFIX = "quincunx.";
const SECRET = /^[A-Za-z0-9_-]{22,128}$/;
const MOST_DICE = 50;
const memory = new Map();

/** The settings that begin as something else than nothing. */
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
    // A private window or a full store: the page itself still remembers.
  }
}

/** A setting of the player: `name`, `theme`, `sound`, `letters`, `chat`, `lines`, `graph`, `skin`, `speed`; and what is done already:
 * `lessons`, `puzzles`. */
export function setting(key) {
  return load(key) ?? DEFAULTS[key];
}

/** Changes a setting and dispatches an event `setting`. */
export function set(key, value) {
  store(key, value);
  dispatchEvent(new CustomEvent("setting", { detail: key }));
}

/** The player's secret; made up at the first need, 256 bits of it. */
export function secret() {
  const kept = load("secret");
  if (SECRET.test(kept)) return kept;
  const made = random(32);
  store("secret", made);
  return made;
}

/** Whether a text can be a player's secret. */
export function isSecret(text) {
  return SECRET.test(text);
}

/** From now on this browser is that player. */
export function become(other) {
  store("secret", other);
}

/** The link that carries my games to another device. */
export function carryLink() {
  return `${location.origin}/#player=${secret()}`;
}

/** What was chosen last for a new game, or nothing. */
export function lastChoice(game) {
  return load(`last.${game}`);
}

export function rememberChoice(game, choice) {
  store(`last.${game}`, choice);
}

/**
 * The hash of a table's dice as it was first seen here. A proof is only one if what was promised before the first
 * roll is compared with what is shown at the end, so the browser keeps the promise itself.
 */
export function promisedDice(table, hash) {
  const kept = load("dice") ?? [];
  const found = kept.find(([id]) => id === table);
  if (found) return found[1];
  store("dice", [[table, hash], ...kept].slice(0, MOST_DICE));
  return hash;
}

/** So many random bytes as letters, digits, `-` and `_`. */
export function random(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
