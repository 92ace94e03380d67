// Texts for people, by key and arguments: the catalogue that `quincunx.law.messages` describes. The server makes
// messages.js from the files messages.toml of its packages and of the games.

import { messages } from "./messages.js";

const PLACEHOLDER = /\{(\w+)\}/;
const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
// Numbers of five digits or more are grouped; ratings are not.
const numbers = new Intl.NumberFormat(document.documentElement.lang || "en", { useGrouping: "min2" });
const isSeat = (name) => name === "seat" || name.endsWith("_seat");

function template(key, args) {
  const found = messages[key] ?? key;
  return typeof found === "string" ? found : (found[plurals.select(args.n)] ?? found.other);
}

function shown(name, value, names) {
  if (isSeat(name)) return names[value] ?? text("law.seat", { number: value });
  if (Array.isArray(value)) return value.map((each) => shown("", each, names)).join(", ");
  if (value?.code !== undefined) return text(value.code, value.args, names);
  return typeof value === "number" ? numbers.format(value) : String(value ?? "");
}

/** A text with its arguments filled in. `names` gives the player of each seat, for arguments that are seats. */
export const text = (key, args = {}, names = {}) =>
  parts(key, args, names)
    .map((part) => part.em ?? part)
    .join("");

/** The same as a list of strings, in which an argument `{em}` (a move) stays as it is, to be set in italics. */
export function parts(key, args = {}, names = {}) {
  return template(key, args)
    .split(PLACEHOLDER)
    .map((part, n) => (n % 2 ? (args[part]?.em === undefined ? shown(part, args[part], names) : args[part]) : part))
    .filter((part) => part !== "");
}

/** Whether there is a text of this key: a game may leave some to the general ones. */
export const hasText = (key) => key in messages;

/** The choices of a control: a text for each name, whose key `keyOf(name)` gives. */
export const choices = (names, keyOf) => Object.fromEntries(names.map((name) => [name, text(keyOf(name))]));

/** What the server says: a message (`code` and `args`, with the English `reason`), or the reason alone. A message that
 * is not among the texts of the pages is shown in English. */
export function explain(said, names = {}) {
  const { code = "", args = {}, reason = "" } = typeof said === "string" ? { reason: said } : said;
  return hasText(code) ? text(code, args, names) : sentence(reason);
}

/** With a capital at the beginning and a full stop at the end. */
function sentence(words) {
  if (!words) return "";
  const whole = words[0].toUpperCase() + words.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
