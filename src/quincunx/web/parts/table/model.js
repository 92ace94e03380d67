// Reading a table: who sits where, whose turn it is, which seats are mine.

import { text } from "../../text.js";

export const seatAt = (table, number) => table.seats[number - 1];
export const suitsOf = (table) => table.seats.map((seat) => seat.suit);
export const computersOf = ({ seats }) => seats.filter(({ kind }) => kind === "computer").map(({ seat }) => seat);
export const isMine = (table, number) => table.mine.includes(number);

/** Whether anybody but me and computers sits, or may sit, here. */
export const hasCompany = (table) => table.seats.some((seat) => seat.kind !== "computer" && !isMine(table, seat.seat));

/** Whether the game is being played now. */
export const goesOn = (table) => table.began && !table.over;

/** Whether other people are here to be asked before the game ends. */
export const othersPlay = (table) =>
  goesOn(table) && table.seats.some((seat) => seat.kind !== "computer" && seat.present && !isMine(table, seat.seat));

/** The seat that this page plays now; 0 if none. */
export function playing(table) {
  const { turn } = table.state;
  const may = table.may?.[turn];
  return goesOn(table) && isMine(table, turn) && may && (!may.move || !may.roll) ? turn : 0;
}

/** The seat that acts for me by default: the one whose turn it is, or my first that is still in the game. */
export function mySeat(table) {
  if (isMine(table, table.state.turn)) return table.state.turn;
  return table.mine.find((number) => seatAt(table, number).plays) ?? table.mine[0] ?? 0;
}

/** The name of a seat; where two have the same, with its colour. */
export function nameAt(table, number) {
  const seat = seatAt(table, number);
  if (seat.open) return text("web.seat.open");
  const twin = table.seats.some((other) => other !== seat && other.name === seat.name);
  return twin ? text("web.seat.twin", { name: seat.name, colour: text(`web.colour.${seat.suit}`) }) : seat.name;
}

/** Whether a seat is the only one of mine: then it is "you". */
export const isMe = (table, number) => table.mine.length === 1 && isMine(table, number);

/** The name of a seat at the beginning of a sentence, or "You". */
export const whoIs = (table, number) => (isMe(table, number) ? text("web.you") : nameAt(table, number));

/** The names of those who sit here by their seats, for messages about seats. */
export const namesOf = (table) =>
  Object.fromEntries(table.seats.filter(({ open }) => !open).map(({ seat }) => [seat, nameAt(table, seat)]));

/** The tokens of the last turn and its seat, as a board wants them; null before the first. */
export function lastTurn(history) {
  const last = history.at(-1);
  if (!last) return null;
  let first = history.length - 1;
  while (first > 0 && history[first - 1].seat === last.seat) first -= 1;
  return { seat: last.seat, tokens: history.slice(first).map(({ token }) => token) };
}
