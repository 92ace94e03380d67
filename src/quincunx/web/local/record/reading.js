// Reads records (docs/records.md): replays and checks the match, like `quincunx.record` and with the same refusals.

import { Refused } from "../rules/refused.js";
import { checkEnd, checkTags, checkTurns } from "./checking.js";
import { misread, tokens } from "./tokens.js";
import { writtenTime } from "./writing.js";

const CHANCE = 0;
const RESULT = /^(?:\*|(?:1\/2|0|1)(?:-(?:1\/2|0|1))+)$/;
const NUMBER = /^[0-9]+\.$/;
const TIME = /^<(?:([0-9]{1,5}):)?([0-9]{1,2}):([0-9]{2})\.([0-9])>$/;
const PACE = /^([1-9][0-9]{0,6})\+(0|[1-9][0-9]{0,5})$/;
const LEFT = /^out([1-9]):(resigned|time|absent)$/;

/** The games named in a text, so that their rules can be loaded first. */
export const gamesIn = (text) => Array.from(text.matchAll(/\[[ \t]*Game[ \t]+"([a-z0-9_-]+)/g), ([, name]) => name);

/** The single record in a text: game, players, plies with the positions after them, and how it ended. */
export function readRecord(rules, text) {
  const found = readAll(rules, text);
  if (!found.length) throw new Refused("server.no-record", {}, { status: 422 });
  if (found.length > 1) throw new Refused("server.one-record", { n: found.length }, { status: 422 });
  return found[0];
}

function readAll(rules, text) {
  const found = [];
  let [tags, moves] = [new Map(), []];
  for (const token of tokens(text)) {
    if (token.kind === "tag") {
      if (moves.length) throw misread(token.place, "record.no-result");
      if (tags.has(token.name)) throw misread(token.place, "record.tag-twice", { tag: token.name });
      tags.set(token.name, token);
    } else if (!tags.size) throw misread(token.place, "record.no-tags");
    else {
      moves.push(token);
      if (token.kind === "word" && RESULT.test(token.text)) {
        found.push(recordOf(rules, tags, moves));
        [tags, moves] = [new Map(), []];
      }
    }
  }
  if (tags.size) throw misread((moves.at(-1) ?? [...tags.values()].at(-1)).place, "record.cut-off");
  return found;
}

function recordOf(rules, tags, moves) {
  const used = new Set();
  const required = (name, meaning = String) => {
    const tag = tags.get(name);
    if (!tag) throw misread([...tags.values()][0].place, "record.tag-missing", { tag: name });
    used.add(name);
    return at(tag.place, () => meaning(tag.text));
  };
  const maybe = (name, meaning) => (tags.has(name) ? required(name, meaning) : null);
  const game = required("Game", rules.game);
  const version = required("Rules");
  if (version !== String(game.rulesVersion)) {
    const args = { game: game.title, written: version, version: game.rulesVersion };
    throw misread(tags.get("Rules").place, "record.rules", args);
  }
  const seats = Array.from({ length: game.seats }, (_, i) => i + 1);
  const entries = drafts(moves.slice(0, -1));
  const record = {
    game,
    players: seats.map((seat) => ({ name: required(`Seat${seat}`), kind: required(`Kind${seat}`) })),
    result: required("Result"),
    why: required("Why"),
    seed: maybe("Seed"),
    start: maybe("Start", (position) => rules.state(position).position),
    date: maybe("Date"),
    clock: maybe("Clock", pace),
    dice: tags.has("DiceHash")
      ? {
          hash: required("DiceHash"),
          seed: maybe("DiceSeed"),
          nonces: seats.map((seat) => maybe(`Nonce${seat}`) ?? ""),
          after: maybe("DiceAfter", rolls) ?? 0,
        }
      : null,
  };
  checkTags(rules, record, tags, used);
  const first = firstOf(rules, record, tags);
  const plies = replayed(rules, game, first, entries);
  checkTurns(plies);
  const last = moves.at(-1);
  if (last.text !== record.result)
    throw misread(last.place, "record.last-word", { written: last.text, result: record.result });
  const over = rules.state(plies.at(-1)?.after ?? first).outcome;
  checkEnd(rules, { ...record, plies, over }, tags);
  return { ...record, first, plies, over: Boolean(over) };
}

/** Runs `action`, and adds the place in the text to its refusal. */
function at(place, action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw misread(place, error.code, error.args);
  }
}

function pace(written) {
  const hit = written.match(PACE);
  if (!hit) throw new Refused("record.clock", { written });
  if (Number(hit[1]) > 1_000_000 || Number(hit[2]) > 100_000)
    throw new Refused("record.clock-range", { clock: written });
  return written;
}

function rolls(written) {
  if (!/^[0-9]{1,9}$/.test(written)) throw new Refused("record.rolls", { written });
  return Number(written);
}

/** The moves, each with the number before it and the time after it. */
function drafts(moves) {
  const found = [];
  let number = null;
  for (const token of moves) {
    if (token.kind === "comment") continue;
    if (token.kind === "time") {
      if (number || !found.length || found.at(-1).clock !== null) throw misread(token.place, "record.time-misplaced");
      found.at(-1).clock = tenths(token);
    } else if (!NUMBER.test(token.text)) {
      found.push({ token: token.text, place: token.place, number, clock: null });
      number = null;
    } else if (number) break;
    else number = token;
  }
  if (number) throw misread(number.place, "record.no-move", { number: number.text });
  return found;
}

function tenths({ text, place }) {
  const hit = text.match(TIME);
  const [hours, minutes, seconds, tenth] = (hit ?? []).slice(1).map((part) => Number(part ?? 0));
  const found = ((hours * 60 + minutes) * 60 + seconds) * 10 + tenth;
  if (!hit || writtenTime(found) !== text) throw misread(place, "record.time");
  return found;
}

function firstOf(rules, { game, start, seed }, tags) {
  if (start) return start;
  if (seed === null && game.startIsDrawn) throw misread(tags.get("Game").place, "record.seed", { game: game.spec });
  return rules.state(game.start(seed ?? "")).position;
}

function replayed(rules, game, first, entries) {
  let before = first;
  return entries.map((entry) => {
    const left = entry.token.match(LEFT);
    const { turn, actor } = rules.state(before);
    const was = before;
    before = at(entry.place, () => {
      if (left && game.seats === 2) throw new Refused("record.leaving-two");
      return left ? rules.leave(was, Number(left[1])) : rules.play(was, entry.token);
    });
    const kind = left ? "left" : actor === CHANCE ? "roll" : "move";
    return { ...entry, turn, kind, seat: left ? Number(left[1]) : turn, why: left?.[2], before: was, after: before };
  });
}
