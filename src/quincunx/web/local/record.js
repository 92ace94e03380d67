// Records (docs/records.md) without a server: a match at a table as text, and a text as the setup and events of a table. As
// `quincunx.record`, `quincunx.table.recording` and the server's import.

import { newClock, readPace, turned } from "./clock.js";
import { Refused } from "./refused.js";
import { commitment } from "./rules.js";
import { isOver, outcomeOf } from "./table.js";

const WIDTH = 80;
const CHANCE = 0;
const NOBODY = -1;
const TOKEN =
  /(?<blank>[ \t\n]+)|\[[ \t]*(?<name>[A-Za-z][A-Za-z0-9]*)[ \t]+"(?<value>(?:[^"\\\n]|\\[^\n])*)"[ \t]*\]|\{(?<said>(?:[^}\\]|\\[\s\S])*)\}|(?<time><[^<>{[ \t\n]*>)|(?<word>[^<{[ \t\n]+)/y;
const BROKEN = { "[": "record.tag", "{": "record.comment", "<": "record.time" };
const RESULT = /^(\*|(1\/2|0|1)(-(1\/2|0|1))+)$/;
const TIME = /^<(?:(\d{1,5}):)?(\d{1,2}):(\d{2})\.(\d)>$/;
const LEFT = /^out([1-9]):(resigned|time|absent)$/;
const LEAVING = { resigned: "Resigned", time: "Flagged", absent: "Forfeited" };
const ESCAPES = { "\\": "\\", '"': '"', "}": "}", n: "\n", r: "\r" };

// Writing

/** The match at a table so far, without undone moves; the seeds only when it is over. */
export function writeRecord(table) {
  const outcome = outcomeOf(table);
  const over = isOver(table);
  const { setup, game, rules } = table;
  const start = setup.start ?? (!over && game.startIsDrawn ? table.first : null);
  const began = table.events.find(({ event }) => event === "Began");
  const result = outcome?.score ?? "*";
  const tags = [
    ["Game", game.spec],
    ["Rules", String(game.rulesVersion)],
    ["Date", began && `${new Date(began.at * 1000).toISOString().slice(0, 19)}Z`],
    ["Seed", over && setup.seed],
    ["Start", start],
    ...table.seats.flatMap(({ name, kind, level }, i) => [
      [`Seat${i + 1}`, name],
      [`Kind${i + 1}`, `${kind} ${level}`.trim()],
    ]),
    ["Clock", setup.pace],
    ...(game.hasDice ? diceTags(table, over) : []),
    ["Result", result],
    ["Why", outcome?.why ?? (table.abandoned ? "abandoned" : "")],
  ];
  const lines = tags
    .filter(([name, value]) => value || name === "Why")
    .map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"]`);
  return `${lines.join("\n")}\n\n${wrapped([...words(table, rules), result])}\n`;
}

function diceTags({ setup, nonces }, over) {
  return [
    ["DiceHash", commitment(setup.dice_seed)],
    ["DiceSeed", over && setup.dice_seed],
    ...nonces.map((nonce, i) => [`Nonce${i + 1}`, nonce]),
    ["DiceAfter", setup.brought && String(setup.brought)],
  ];
}

function words({ plies, first }, rules) {
  let [number, turn, before] = [0, 0, first];
  return plies.flatMap(({ token, left, after }) => {
    const now = rules.state(before).turn;
    const fresh = now !== turn;
    if (fresh) number += 1;
    [turn, before] = [now, after];
    return [...(fresh ? [`${number}.`] : []), token, ...(left === null ? [] : [writtenTime(Math.floor(left * 10))])];
  });
}

function writtenTime(tenths) {
  const [seconds, minutes, hours] = [Math.floor(tenths / 10), Math.floor(tenths / 600), Math.floor(tenths / 36_000)];
  const two = (n) => String(n % 60).padStart(2, "0");
  const end = `${two(seconds)}.${tenths % 10}>`;
  return hours ? `<${hours}:${two(minutes)}:${end}` : `<${minutes}:${end}`;
}

function wrapped(words) {
  const lines = [];
  let line = words[0];
  for (const word of words.slice(1)) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

// Reading

function* tokens(text) {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < plain.length; ) {
    const at = TOKEN.lastIndex;
    const before = plain.slice(0, at).split("\n");
    const place = { line: before.length, column: before.at(-1).length + 1 };
    const hit = TOKEN.exec(plain);
    if (!hit) throw misread(place, BROKEN[plain[at]] ?? "record.tag");
    const { name, value, said, time, word } = hit.groups;
    if (name) yield { kind: "tag", name, text: unescaped(value, place), place };
    else if (time) yield { kind: "time", text: time, place };
    else if (word) yield { kind: "word", text: word, place };
    else if (said !== undefined) yield { kind: "comment", place };
  }
}

const unescaped = (text, place) =>
  text.replace(/\\([\s\S])/g, (written, letter) => {
    if (letter in ESCAPES) return ESCAPES[letter];
    throw misread(place, "record.escape", { written });
  });

const misread = ({ line, column }, code, args = {}) =>
  new Refused("record.at", { line, column, reason: { code, args } }, { status: 422 });

/** The name of the game in a text, so that its rules can be loaded before it is read. */
export const gameIn = (text) => text.match(/\[\s*Game\s+"([^"\s]+)"/)?.[1] ?? null;

/** The one record in a text: `tags` and `entries`. */
function parsed(text) {
  const tags = {};
  const entries = [];
  let result = null;
  for (const token of tokens(text)) {
    if (result) throw new Refused("server.one-record", { n: 2 }, { status: 422 });
    if (token.kind === "tag") {
      if (entries.length) throw misread(token.place, "record.no-result");
      if (token.name in tags) throw misread(token.place, "record.tag-twice", { tag: token.name });
      tags[token.name] = token;
    } else if (!Object.keys(tags).length) throw misread(token.place, "record.no-tags");
    else if (token.kind === "time") {
      if (!entries.length || entries.at(-1).clock !== null) throw misread(token.place, "record.time-misplaced");
      entries.at(-1).clock = tenths(token);
    } else if (token.kind === "word" && RESULT.test(token.text)) result = token;
    else if (token.kind === "word" && !/^\d+\.$/.test(token.text))
      entries.push({ token: token.text, clock: null, place: token.place });
  }
  if (!result) throw misread({ line: text.split("\n").length, column: 1 }, "record.cut-off");
  return { tags, entries, result };
}

function tenths({ text, place }) {
  const hit = text.match(TIME);
  if (!hit) throw misread(place, "record.time");
  const [hours, minutes, seconds, tenth] = hit.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 10 + tenth;
}

/** A record, replayed and checked: the game, its players, the plies with the positions after them, and how it ended. */
export function readRecord(rules, text) {
  const { tags, entries, result } = parsed(text);
  const tag = (name) => {
    if (!tags[name]) throw misread({ line: 1, column: 1 }, "record.tag-missing", { tag: name });
    return tags[name].text;
  };
  const game = rules.game(tag("Game"));
  if (tag("Rules") !== String(game.rulesVersion))
    throw misread(tags.Rules.place, "record.rules", {
      ...{ game: game.title, written: tag("Rules"), version: game.rulesVersion },
    });
  const numbers = Array.from({ length: game.seats }, (_, i) => i + 1);
  const seed = tags.Seed?.text ?? null;
  const start = tags.Start?.text ?? null;
  if (!start && seed === null && game.startIsDrawn) throw misread(tags.Game.place, "record.seed", { game: game.spec });
  const first = rules.state(start ?? game.start(seed ?? "")).position;
  const plies = replayed(rules, game, first, entries);
  const over = rules.state(plies.at(-1)?.after ?? first).outcome;
  if (result.text !== tag("Result"))
    throw misread(result.place, "record.last-word", { written: result.text, result: tag("Result") });
  if (over && over.score !== tag("Result"))
    throw misread(tags.Result.place, "record.result", { right: over.score, written: tag("Result"), reason: over });
  const endings = ["", "abandoned", "agreed", ...(game.seats === 2 ? Object.keys(LEAVING) : [])];
  if (!over && !endings.includes(tag("Why"))) throw misread(tags.Why.place, "record.not-over", { written: tag("Why") });
  return {
    game,
    players: numbers.map((n) => ({ name: tag(`Seat${n}`), kind: tag(`Kind${n}`) })),
    plies,
    result: tag("Result"),
    why: tag("Why"),
    over: Boolean(over),
    seed,
    start,
    first,
    clock: tags.Clock?.text ?? null,
    dice: tags.DiceHash && {
      seed: tags.DiceSeed?.text ?? null,
      nonces: numbers.map((n) => tags[`Nonce${n}`]?.text ?? ""),
      after: Number(tags.DiceAfter?.text ?? 0),
    },
  };
}

function replayed(rules, game, first, entries) {
  let before = first;
  return entries.map(({ token, clock, place }) => {
    const left = token.match(LEFT);
    const { turn, actor } = rules.state(before);
    const was = before;
    try {
      if (left && game.seats === 2) throw new Refused("record.leaving-two");
      before = left ? rules.leave(before, Number(left[1])) : rules.play(before, token);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw misread(place, error.code, error.args);
    }
    const kind = left ? "left" : actor === CHANCE ? "roll" : "move";
    return { seat: left ? Number(left[1]) : turn, kind, token, clock, why: left?.[2], before: was, after: before };
  });
}

/** The events of a record that begins at a time; its clocks determine their spacing. */
export function eventsOf(rules, record, from) {
  let at = from;
  const known = record.dice?.seed && record.why ? record.dice : null;
  const events = (known?.nonces ?? []).flatMap((nonce, i) =>
    nonce ? [{ event: "SentNonce", at, seat: i + 1, nonce }] : [],
  );
  events.push({ event: "Began", at, first_moves_timed: true });
  let clock = record.clock && { ...newClock(readPace(record.clock), record.game.seats) };
  if (clock) clock = { ...clock, running: rules.state(record.first).turn, since: at };
  for (const { seat, kind, token, clock: left, why, before, after } of record.plies) {
    if (clock && left !== null) at = clock.since + Math.max(0, clock.left[seat - 1] - (left + 0.5) / 10);
    if (clock) {
      const { turn } = rules.state(after);
      const next = turn === NOBODY ? null : turn;
      clock = turned(clock, next, at, next !== rules.state(before).turn && kind !== "left");
    }
    if (kind === "left") events.push({ event: LEAVING[why], at, seat });
    else if (kind === "move") events.push({ event: "Moved", at, seat, move: token });
    else events.push({ event: "Rolled", at, seat, roll: token, faces: facesOf(Number(token)) });
  }
  return [...events, ...ended(record, at)];
}

/** The record has only the sum: any two dice with that sum. */
function facesOf(total) {
  const low = Math.max(1, total - 6);
  return [low, total - low];
}

/** How the match ended, where it did not end by the rules. */
function ended({ over, why, result }, at) {
  if (over) return [];
  if (LEAVING[why]) return [{ event: LEAVING[why], at, seat: 1 + Number(result.startsWith("1")) }];
  if (why === "agreed") return [{ event: "AgreedDraw", at }];
  return why === "abandoned" ? [{ event: "Abandoned", at, why: "" }] : [];
}

/** The setup of a table with the match of a record; `seatOf(number, player)` says who sits there. */
export function setupOf(record, seatOf, newSeed) {
  const { game, seed, start, first, clock, dice, plies, why } = record;
  const known = dice?.seed && why ? dice : null;
  const rolls = plies.filter(({ kind }) => kind === "roll").length;
  return {
    game: game.spec,
    seats: record.players.map((player, i) => seatOf(i + 1, player)),
    seed: seed ?? newSeed(),
    dice_seed: known?.seed ?? newSeed(),
    pace: clock,
    start: seed === null && game.startIsDrawn ? first : start,
    played: 0,
    drawn: 0,
    points: {},
    target: 0,
    brought: known ? known.after : rolls,
  };
}
