// Writes a table's match as a record (docs/records.md), like `quincunx.record` and `quincunx.table.recording`.

import { commitment } from "../rules/rules.js";
import { isOver, outcomeOf } from "../table/table.js";

const WIDTH = 80;

/** The match so far, without undone moves; the seeds are included only when it is over. */
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

export function writtenTime(tenths) {
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
