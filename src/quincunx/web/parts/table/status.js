// What happened and what is to be done, in words.

import { about } from "../../games.js";
import { texts } from "../../texts.js";
import { asSentence, nameAt, named, playing, seatAt, whoIs } from "./model.js";

/** A name at the beginning of a sentence. */
const subject = (table, number) => whoIs(table, number, { you: texts.youUpper });

/** What the last event was, as parts of a sentence; empty if it needs no words. */
export function happened(table) {
  const { last, state } = table;
  const told = texts.happened;
  switch (last?.event) {
    case "Moved": {
      const words = about(state.game).played?.(last.move, state) ?? texts.played(last.move);
      const waves = last.steps?.length ?? 0;
      return [subject(table, last.seat), " ", thrown(table), words, waves ? told.chain(waves) : "", "."];
    }
    case "Rolled":
      return [subject(table, last.seat), " ", told.threw(last.roll, last.faces), ". ", afterRoll(table)];
    case "TookBack":
      return [told.tookBack];
    case "Redid":
      return [told.redid];
    case "Answered":
      return last.yes ? [] : [told.declined(subject(table, last.seat))];
    case "AllowedHints":
      return [told.hints];
    case "Resigned":
    case "Flagged":
    case "Forfeited":
      return [told[last.event.toLowerCase()](subject(table, last.seat))];
    case "Sat":
      return [told.sat(nameAt(table, last.seat))];
    case "Began":
      return [told.began];
    default:
      return [];
  }
}

/** The throw that a move was made with: who was waiting has hardly seen it. */
function thrown({ last, history }) {
  const before = history.at(-2);
  return before?.kind === "roll" && before.seat === last.seat ? texts.happened.thrown(before.token) : [];
}

function afterRoll({ last, state }) {
  if (state.turn !== last.seat) return texts.happened.forfeit;
  return state.phase === "roll" ? texts.happened.useless : "";
}

/** Whose turn it is and what is to be done. */
export function toDo(table) {
  if (table.over) return [];
  if (!table.began) return [texts.status.waiting(table.seats.filter((seat) => seat.open).length)];
  const { turn, phase } = table.state;
  const toDo = texts.toDo[phase] ?? texts.toDo.move;
  const name = nameAt(table, turn);
  if (seatAt(table, turn).kind === "computer") return [texts.status.thinks(name)];
  if (!playing(table)) return [texts.status.theirTurn(name, texts.tags[phase] ?? texts.tags.move)];
  return [table.mine.length > 1 ? texts.status.turnOf(name, toDo) : texts.status.yourTurn(toDo)];
}

/** Who won. */
export function verdict(table) {
  if (!table.outcome) return texts.status.abandoned;
  const { winner } = table.outcome;
  if (winner === null) return texts.status.drawn;
  if (table.mine.length !== 1) return texts.status.wins(nameAt(table, winner));
  return table.mine[0] === winner ? texts.status.youWin : texts.status.youLose(nameAt(table, winner));
}

/** Why the match ended so. */
export const reason = (table) => asSentence(named(table.outcome?.reason ?? texts.status.nobody, table));
