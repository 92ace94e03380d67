// The evaluation of the game at a table, for those who ask for it: against computers, and after the end.

import { study as studyMatch } from "../../engine/match.js";
import { setting } from "../../player.js";
import { explain } from "../../text.js";
import { graph } from "../study/evaluation-graph.js";
import { hasCompany } from "./model.js";

/** Seconds for each position. */
const SECONDS = 0.5;

/** Whether this game may be evaluated now: between people only after the end. */
export const mayEvaluate = (table) => table.over || (table.began && !hasCompany(table) && table.mine.length === 1);

/** `look(ply)` goes to a position, null to the game as it stands. */
export function tableGraph({ id, watch, look }) {
  let match = null;
  /** How many plies were the same when the engine had judged them all; -1 before. */
  let studied = -1;
  let isBusy = false;
  const drawing = graph({ look: (ply) => look(ply === match.plies.length ? null : ply) });

  /** Asks for what is not known yet, one question after the other: meanwhile the game goes on. */
  async function study() {
    if (isBusy || studied === match.plies.length) return;
    isBusy = true;
    let plies = 0;
    let done = false;
    const question = { table: id, watch, seconds: SECONDS, since: Math.max(0, studied) };
    const before = JSON.stringify(match.plies);
    try {
      await studyMatch(question, (line) => {
        if (line.plies) plies = line.plies.length;
        else if (line.error) drawing.end(explain(line.error));
        else if (line.done) done = true;
        // What is about moves that were undone meanwhile is asked again.
        else if (line.ply <= match.plies.length && isSame(before, line.ply)) drawing.add(line);
      });
    } catch (refusal) {
      drawing.end(refusal.message);
    }
    isBusy = false;
    if (!done) return;
    studied = isSame(before, plies) ? plies : 0;
    if (studied === match.plies.length) drawing.end();
    else study();
  }

  const isSame = (before, count) =>
    JSON.stringify(match.plies.slice(0, count)) === JSON.stringify(JSON.parse(before).slice(0, count));

  return {
    element: drawing.element,
    /** `ply` is the one that is looked at, null for now. */
    show(table, ply) {
      const wanted = setting("graph") && mayEvaluate(table) && table.history.length > 0;
      drawing.element.hidden = !wanted;
      if (!wanted) return;
      const next = {
        game: table.game,
        seats: table.seats,
        plies: table.history.map(({ seat, kind, token }) => ({ seat, kind, token })),
      };
      if (!match) {
        match = next;
        drawing.begin(match);
      } else if (JSON.stringify(match.plies) !== JSON.stringify(next.plies)) {
        match = next;
        studied = Math.min(studied, drawing.follow(next));
      }
      match.goesOn = !table.over;
      drawing.element.hidden = false;
      drawing.show(ply ?? match.plies.length);
      study();
    },
  };
}
