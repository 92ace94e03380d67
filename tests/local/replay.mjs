// Replays logs of tables with the tables of the static site. Arguments: the folder of the site's static files; each line of
// the input is a log (see table_logs.py), each line of the output null or the first difference.

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { loadRules } from "./site_rules.mjs";

const { load, law, Refused } = await loadRules(process.argv[2]);
const table = await load("local/table/table.js");
const { lobbyRow, snapshot } = await load("local/table/snapshot.js");

const VERBS = {
  begin: "begin",
  move: "move",
  roll: "roll",
  resign: "resign",
  ask: "ask",
  answer: "answer",
  rename: "rename",
  send_nonce: "sendNonce",
  expire: "expire",
  credit: "credit",
  take_over: "takeOver",
  forfeit: "forfeit",
  abandon: "abandon",
  offer_rematch: "offerRematch",
};

function done(before, { do: name, args, now }) {
  try {
    return { after: table[VERBS[name]](before, ...args, now) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { after: before, refused: { code: error.code, args: error.args } };
  }
}

function replay({ setup, player, steps, rematch }) {
  let now = table.openTable(law, setup);
  for (const step of steps) {
    const { after, refused } = done(now, step);
    assert.deepEqual(refused, step.refused);
    assert.deepEqual(after.events.slice(now.events.length), step.events ?? []);
    now = after;
    const room = { id: "a-table", player, suits: step.suits };
    assert.deepEqual(JSON.parse(JSON.stringify(snapshot(now, room, step.now))), step.table);
    assert.deepEqual(JSON.parse(JSON.stringify(lobbyRow(now, room, step.now, step.row))), step.row);
    assert.deepEqual(table.pendingAction(now), step.pending);
  }
  // What is stored is the setup and the events, and gives the same table.
  const last = steps.at(-1);
  const again = table.openTable(law, setup, now.events);
  const room = { id: "a-table", player, suits: last.suits };
  assert.deepEqual(JSON.parse(JSON.stringify(snapshot(again, room, last.now))), last.table);
  if (rematch) assert.deepEqual(table.rematch(now, "again", "dice again"), rematch);
}

for await (const line of createInterface({ input: process.stdin })) {
  let difference = null;
  try {
    replay(JSON.parse(line));
  } catch (error) {
    difference = String(error.stack).slice(0, 3000);
  }
  console.log(JSON.stringify(difference));
}
