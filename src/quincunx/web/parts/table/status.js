// What happened and what is to be done, in words.

import { ownText, played } from "../../games.js";
import { explain, hasText, parts, text } from "../../text.js";
import { isMe, nameAt, playing, seatAt, whoIs } from "./model.js";

/** What the last event was, as parts of a sentence; empty if it needs no words. */
export function happened(table) {
  const { last } = table;
  const who = last?.seat && whoIs(table, last.seat);
  switch (last?.event) {
    case "Moved":
      return moved(table, who);
    case "Rolled":
      return [...parts("web.happened.rolled", { who, roll: { em: rollOf(last) } }), " ", afterRoll(table)];
    case "TookBack":
      return [text("web.happened.took-back")];
    case "Redid":
      return [text("web.happened.redid")];
    case "Answered":
      if (last.yes) return [];
      return [text(last.seat === last.asker ? "web.happened.withdrew" : "web.happened.declined", { who })];
    case "AllowedHints":
      return [text("web.happened.hints")];
    case "Resigned":
      return [text("web.happened.resigned", { who })];
    case "Flagged":
      return [text("web.happened.flagged", { who })];
    case "Forfeited":
      return [text("web.happened.forfeited", { who })];
    case "Sat":
      return [text("web.happened.sat", { who: nameAt(table, last.seat) })];
    case "Began":
      return [text("web.happened.began")];
    default:
      return [];
  }
}

/** A move, with the roll that it was made with: who was waiting has hardly seen it. */
function moved({ last, history, state }, who) {
  const [key, args] = played(state.game, last.move, state);
  const before = history.at(-2);
  const rolled = before?.kind === "roll" && before.seat === last.seat && hasText(`${key}-roll`);
  const words = rolled
    ? parts(`${key}-roll`, { who, roll: { em: before.token }, ...args })
    : parts(key, { who, ...args });
  const steps = last.steps?.length && ownText(state.game, "steps", { n: last.steps.length });
  return steps ? [...words, " ", steps] : words;
}

const rollOf = ({ roll, faces }) => (faces ? `${faces.join(" + ")} = ${roll}` : roll);

function afterRoll({ last, state }) {
  if (state.turn !== last.seat) return ownText(state.game, "turn-passed");
  return state.phase === "roll" ? ownText(state.game, "roll-again") : "";
}

/** Whose turn it is and what is to be done. */
export function toDo(table) {
  if (table.over) return [];
  if (!table.began) return [text("web.status.waiting", { n: table.seats.filter((seat) => seat.open).length })];
  const { turn, phase } = table.state;
  const name = nameAt(table, turn);
  if (seatAt(table, turn).kind === "computer") return [text("web.status.thinking", { name })];
  return [playing(table) && table.mine.length === 1 ? yourTurn(phase) : turnOf(name, phase)];
}

const yourTurn = (phase) =>
  text(hasText(`web.turn.yours.${phase}`) ? `web.turn.yours.${phase}` : "web.turn.yours.move");

/** Whose turn it is, by name. */
export const turnOf = (name, phase) =>
  text(hasText(`web.turn.of.${phase}`) ? `web.turn.of.${phase}` : "web.turn.of.move", { name });

/** Who won. */
export function verdict(table) {
  if (!table.outcome) return text("web.status.abandoned");
  const { winner } = table.outcome;
  if (winner === null) return text("web.status.draw");
  if (isMe(table, winner)) return text("web.status.you-win");
  // Of several opponents it has to be said which one won.
  if (table.mine.length === 1 && table.seats.length === 2) return text("web.status.you-lose");
  return text("web.status.wins", { name: nameAt(table, winner) });
}

/** Why the match ended so. The text of an outcome fits "You" as well as a name. */
export function reason(table) {
  if (!table.outcome) return table.abandoned_why ? explain(table.abandoned_why) : text("web.status.nobody");
  return explain(table.outcome, Object.fromEntries(table.seats.map(({ seat }) => [seat, whoIs(table, seat)])));
}
