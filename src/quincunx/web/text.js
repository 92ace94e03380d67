// User-visible texts by key and arguments: the catalogue described in `quincunx.law.messages`. The server generates
// messages.js from the messages.toml files of its packages and of the games.

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

/** A text with its arguments filled in. `names` maps seats to players, for arguments that are seats. */
export const text = (key, args = {}, names = {}) =>
  parts(key, args, names)
    .map((part) => part.em ?? part)
    .join("");

/** The same as a list of strings, with `{em}` arguments (moves) left as they are, to be set in italics. */
export function parts(key, args = {}, names = {}) {
  return template(key, args)
    .split(PLACEHOLDER)
    .map((part, n) => (n % 2 ? (args[part]?.em === undefined ? shown(part, args[part], names) : args[part]) : part))
    .filter((part) => part !== "");
}

/** Whether there is a text for this key; games may rely on general ones. */
export const hasText = (key) => key in messages;

/** The choices of a control: the text of `keyOf(name)` for each name. */
export const choices = (names, keyOf) => Object.fromEntries(names.map((name) => [name, text(keyOf(name))]));

/** The text of a server message (`code` and `args`, with the English `reason`), or of a reason alone. A message without
 * a text in the pages is shown in English. */
export function explain(said, names = {}) {
  const { code = "", args = {}, reason = "" } = typeof said === "string" ? { reason: said } : said;
  return hasText(code) ? text(code, args, names) : sentence(reason);
}

/** Adds an initial capital and a full stop. */
function sentence(words) {
  if (!words) return "";
  const whole = words[0].toUpperCase() + words.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
