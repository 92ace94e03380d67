// Analyses a match ply by ply with the engine in this browser, like the server's /api/study.

import * as api from "../api.js";
import { makeEngine } from "./engine.js";
import { isThere } from "./local.js";

/** The time budget for a match, shared by its plies. */
const ALL_SECONDS = 60;
/** A drop of an estimate that counts as a possible mistake. */
const DOUBTFUL = 0.2;

const ROLL = 0;

/** A separate engine, so that the board does not wait for the match. */
const engine = makeEngine();

/** Steepness of the curve from loss to accuracy, as in quincunx.engine.accuracy. */
const STEEPNESS = 4.354;

/** Each seat's accuracy over a match, from 0 to 100; null if it never had a choice. */
export function accuracies(judged, seatOf, seats) {
  return Array.from({ length: seats }, (_, i) => {
    const own = judged.filter(({ ply, accuracy }) => typeof accuracy === "number" && seatOf(ply) === i + 1);
    return own.length ? own.reduce((sum, { accuracy }) => sum + accuracy, 0) / own.length : null;
  });
}

/** The value and best move of a position; `slip` is what the played move lost, if anything, and `accuracy` rates it if
 * there was a choice. */
export function judgement(ply, { actor, moves }, played) {
  const [best] = moves;
  const made = moves.find(({ move }) => move === played)?.value ?? null;
  const lost = made ? best.value.seats[actor - 1] - made.seats[actor - 1] : 0;
  const exact = Boolean(made?.exact && best.value.exact);
  const slip = made && (exact ? lost > 0 : lost >= DOUBTFUL) ? { lost, exact } : null;
  const accuracy = made && moves.length > 1 ? 100 * Math.exp(-STEEPNESS * Math.max(0, lost)) : null;
  return { ply, value: best.value, best: best.move, line: best.line, played: made, slip, accuracy };
}

function ended(ply, { seats, outcome: { winner } }) {
  const results = Array.from({ length: seats }, (_, i) => (winner ? Number(winner === i + 1) : 0.5));
  return { ply, value: { seats: results, exact: true, distance: 0 }, best: null, slip: null };
}

/** Studies a match; calls `line(data)` like `api.study`. */
export async function study(question, line) {
  if (!isThere()) return api.study(question, line);
  let match = null;
  await api.study({ ...question, judge: false }, (data) => {
    match = data;
  });
  const positions = [match.start, ...match.plies.map(({ position }) => position)];
  const first = await engine.askHere("position", { position: match.start });
  if (!first) return api.study(question, line);
  line(match);
  const since = question.since ?? 0;
  const seconds = Math.min(question.seconds, ALL_SECONDS / Math.max(1, positions.length - since));
  for (const [ply, position] of positions.entries()) {
    if (ply < since) continue;
    const at = await engine.askHere("position", { position });
    if (!at) return api.study({ ...question, since: ply }, (data) => data.plies || line(data));
    if (at.outcome) line(ended(ply, at));
    else if (at.actor !== ROLL) {
      const found = await engine.analyse({ position, seconds });
      line(judgement(ply, found, match.plies[ply]?.token));
    }
  }
  line({ done: true });
}
