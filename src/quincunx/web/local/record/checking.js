// Checks a record beyond the legality of its moves, like `quincunx.record` and with the same refusals.

import { commitment } from "../rules/rules.js";
import { misread } from "./tokens.js";

const KIND = /^(?:person|bot|computer [a-z0-9-]+)$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;
const FIELDS =
  /^(?:Game|Rules|Date|Seed|Start|Clock|DiceHash|DiceSeed|DiceAfter|Result|Why|(?:Seat|Kind|Nonce)[0-9]+)$/;
const LEAVING = ["resigned", "absent", "time"];

/** Checks the values of the tags; `used` are the names already read. */
export function checkTags(rules, { game, players, start, date, dice }, tags, used) {
  const refuse = (tag, code, args) => {
    throw misread(tags.get(tag).place, `record.${code}`, args);
  };
  players.forEach(({ name, kind }, i) => {
    if (!name.trim()) refuse(`Seat${i + 1}`, "name", { seat: i + 1 });
    if (!KIND.test(kind)) refuse(`Kind${i + 1}`, "kind", { written: kind });
  });
  const other = start && rules.state(start).game;
  if (other && other !== game.spec) refuse("Start", "start", { start: other, game: game.spec });
  if (date && !isDate(date)) refuse("Date", "date", { written: date });
  if (dice && !/^[0-9a-f]{64}$/.test(dice.hash)) refuse("DiceHash", "dice-hash", { written: dice.hash });
  if (dice && dice.seed !== null && commitment(dice.seed) !== dice.hash) refuse("DiceSeed", "dice-seed");
  for (const name of tags.keys())
    if (!used.has(name) && FIELDS.test(name)) refuse(name, "tag-misplaced", { tag: name, seats: game.seats });
}

function isDate(text) {
  const time = DATE.test(text) && !text.startsWith("0000") ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19));
}

/** Checks the turn numbers; a turn lasts until another seat is to move. */
export function checkTurns(plies) {
  let [turn, seat] = [0, 0];
  for (const { token: move, number: written, place, turn: now } of plies) {
    const isNew = now !== seat;
    if (isNew) [turn, seat] = [turn + 1, now];
    if (!isNew && written) throw misread(written.place, "record.same-turn", { move, turn });
    if (isNew && !written) throw misread(place, "record.new-turn", { move, turn });
    if (written && written.text !== `${turn}.`)
      throw misread(written.place, "record.turn", { turn, written: written.text.slice(0, -1) });
  }
}

/** Checks that the match ended as recorded, by the rules or at the table. */
export function checkEnd(rules, record, tags) {
  const { result, why, clock, over, plies } = record;
  const refuse = (tag, code, args) => {
    throw misread(tags.get(tag).place, `record.${code}`, args);
  };
  const reason = over && { code: over.code, args: over.args };
  if (over && result !== over.score) refuse("Result", "result", { right: over.score, written: result, reason });
  if (over && why !== over.why) refuse("Why", "why", { right: over.why, written: why, reason });
  if (!over) checkEnding(rules, record, refuse);
  const timed = plies.find(({ clock: left, token }) => left !== null || token.endsWith(":time"));
  if (!clock && timed) throw misread(timed.place, "record.no-clock");
}

/** Checks that result and reason are consistent if the rules did not end the game. */
function checkEnding(rules, { game, result, why, clock }, refuse) {
  const [draw, ...wins] = Array.from({ length: game.seats + 1 }, (_, seat) => rules.scoreOf(game.seats, seat || null));
  const leaving = LEAVING.includes(why);
  const right = why === "agreed" ? [draw] : leaving ? wins : ["*"];
  if (!leaving && !["", "abandoned", "agreed"].includes(why)) refuse("Why", "not-over", { written: why });
  if (why === "agreed" && !game.agreedDraws) refuse("Why", "agreed", { game: game.title });
  if (leaving && game.seats > 2) refuse("Why", "leaving", { seats: game.seats, why });
  if (!right.includes(result)) {
    if (!why) refuse("Result", "going-on", { right, written: result });
    refuse("Result", "ending", { why, right, written: result });
  }
  if (why === "time" && !clock) refuse("Why", "no-clock");
}
