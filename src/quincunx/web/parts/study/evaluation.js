// What a position is worth: in words, exact or an estimate, and for each seat.

import { moveText } from "../../games.js";
import { study as told } from "../../texts-study.js";
import { texts } from "../../texts.js";
import { badge } from "../board/analysis.js";
import { el, emblem } from "../common/element.js";
import { nameAt } from "../table/model.js";

/** So many winning moves are named. */
const NAMED = 4;

/** Sentences about an analysis; `name` is who moves, in `game`. */
export function verdict(found, name, game) {
  const [best] = found.moves;
  const { kind } = badge(best.value, found.actor);
  const mine = best.value.seats[found.actor - 1];
  const head =
    kind === "estimate"
      ? told.estimate(name, mine)
      : told.exact[kind](name, kind === "draw" ? null : best.value.distance);
  return `${head} ${kind === "estimate" ? told.bestMove(moveText(game, best.move)) : ""} ${choices(found, game)}`.trim();
}

/** How many moves win, hold, lose; nothing where nothing is proved. */
function choices(found, game) {
  const kinds = { win: [], draw: [], loss: [], estimate: [] };
  for (const { move, value } of found.moves) kinds[badge(value, found.actor).kind].push(moveText(game, move));
  if (kinds.estimate.length === found.moves.length) return "";
  const parts = kinds.win.length ? [told.winning(kinds.win, NAMED)] : [];
  for (const kind of ["draw", "loss", "estimate"])
    if (kinds[kind].length) parts.push(told.counts[kind](kinds[kind].length));
  return told.counted(parts);
}

/** A row for each seat: whose turn it is, and what the position is worth for it. */
export function standing(seats, view, found) {
  const best = !view.outcome && found && found.moves[0]?.value;
  return seats.map(({ seat, suit }) => {
    const value = best && badge(best, seat);
    const acts = view.turn === seat;
    return el(
      "li",
      { class: acts ? "seat acting" : "seat" },
      emblem(suit),
      el(
        "span",
        { class: "who" },
        el("span", { class: "name" }, nameAt({ seats }, seat)),
        acts && el("span", { class: "turn-tag" }, texts.tags[view.phase] ?? texts.tags.move),
      ),
      value && el("span", { class: `worth worth-${value.kind}` }, value.text),
    );
  });
}
