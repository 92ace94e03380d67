// What a position is worth: in words, exact or an estimate, and for each seat.

import { moveText } from "../../games.js";
import { text } from "../../text.js";
import { badge } from "../board/analysis.js";
import { el, emblem } from "../common/element.js";
import { nameAt } from "../table/model.js";
import { tagOf } from "../table/seats.js";

/** At most this many winning moves are named. */
const NAMED = 4;

/** Sentences about an analysis; `name` is who moves, in `game`. */
export function verdict(found, name, game) {
  const [best] = found.moves;
  const { kind } = badge(best.value, found.actor);
  const mine = best.value.seats[found.actor - 1];
  const head =
    kind === "estimate"
      ? [
          text("web.study.estimate", { name, percent: text("web.percent", { n: Math.round(mine * 100) }) }),
          text("web.study.best", { move: moveText(game, best.move) }),
        ]
      : [proven(kind, name, best.value.distance)];
  return [...head, ...choices(found, game)].join(" ");
}

function proven(kind, name, distance) {
  if (kind === "draw" || !distance) return text(`web.study.proven.${kind}`, { name });
  return text(`web.study.proven-in.${kind}`, { name, moves: text("web.moves", { n: distance }) });
}

/** How many moves win, hold, lose; nothing where nothing is proved. */
function choices(found, game) {
  const kinds = { win: [], draw: [], loss: [], estimate: [] };
  for (const { move, value } of found.moves) kinds[badge(value, found.actor).kind].push(moveText(game, move));
  if (kinds.estimate.length === found.moves.length) return [];
  const { win } = kinds;
  const named = win.length > NAMED ? "web.study.winning" : "web.study.winning-named";
  return [
    win.length && text(named, { n: win.length, moves: win }),
    kinds.draw.length && text("web.study.holding", { n: kinds.draw.length }),
    kinds.loss.length && text("web.study.losing", { n: kinds.loss.length }),
    kinds.estimate.length && text("web.study.undecided", { n: kinds.estimate.length }),
  ].filter(Boolean);
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
        acts && el("span", { class: "turn-tag" }, tagOf(view.phase)),
      ),
      value && el("span", { class: `worth worth-${value.kind}` }, value.text),
    );
  });
}
