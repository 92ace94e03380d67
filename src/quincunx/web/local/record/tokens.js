// Tokenizer for records, like `quincunx.record.text`.

import { Refused } from "../rules/refused.js";

const TOKEN =
  /(?<blank>[ \t\n]+)|\[[ \t]*(?<name>[A-Za-z][A-Za-z0-9]*)[ \t]+"(?<value>(?:[^"\\\n]|\\[^\n])*)"[ \t]*\]|\{(?<said>(?:[^}\\]|\\[\s\S])*)\}|(?<time><[^<>{[ \t\n]*>)|(?<word>[^<{[ \t\n]+)/y;
const BROKEN = { "[": "record.tag", "{": "record.comment", "<": "record.time" };
const ESCAPES = { "\\": "\\", '"': '"', "}": "}", n: "\n", r: "\r" };

/** The refusal for an error in a record, with its place. */
export const misread = ({ line, column }, code, args = {}) =>
  new Refused("record.at", { line, column, reason: { code, args } }, { status: 422 });

/** Tags, comments, times and words: `kind`, `text`, `place`, and the `name` of a tag. */
export function* tokens(text) {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  let [line, begin] = [1, 0];
  for (let at = 0; at < plain.length; at = TOKEN.lastIndex) {
    const place = { line, column: [...plain.slice(begin, at)].length + 1 };
    TOKEN.lastIndex = at;
    const hit = TOKEN.exec(plain);
    if (!hit) throw misread(place, BROKEN[plain[at]]);
    const end = TOKEN.lastIndex;
    if (/[\ud800-\udfff]/u.test(hit[0])) throw misread(place, "record.surrogate");
    const { name, value, said, time, word } = hit.groups;
    if (name) yield { kind: "tag", name, text: unescaped(value, place), place };
    else if (time) yield { kind: "time", text: time, place };
    else if (word) yield { kind: "word", text: word, place };
    else if (said !== undefined) yield { kind: "comment", text: unescaped(said, place), place };
    const breaks = hit[0].split("\n").length - 1;
    if (breaks) [line, begin] = [line + breaks, at + hit[0].lastIndexOf("\n") + 1];
    TOKEN.lastIndex = end;
  }
}

const unescaped = (text, place) =>
  text.replaceAll(/\\([\s\S])/gu, (written, letter) => {
    if (letter in ESCAPES) return ESCAPES[letter];
    throw misread(place, "record.escape", { written });
  });
