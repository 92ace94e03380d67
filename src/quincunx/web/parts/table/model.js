// Reading a table: who sits where, whose turn it is, which seats are mine.

import { texts } from "../../texts.js";

export const seatAt = (table, number) => table.seats[number - 1];
export const suitsOf = (table) => table.seats.map((seat) => seat.suit);
export const isMine = (table, number) => table.mine.includes(number);

/** Whether somebody else than me and computers sits, or may sit, here. */
export const hasCompany = (table) => table.seats.some((seat) => seat.kind !== "computer" && !isMine(table, seat.seat));

/** Whether the game is being played now. */
export const goesOn = (table) => table.began && !table.over;

/** Whether other people are here to be asked before the game ends. */
export const othersPlay = (table) =>
  goesOn(table) &&
  table.seats.some((seat) => seat.kind !== "computer" && seat.present && !isMine(table, seat.seat));

/** The seat that this page plays now; 0 if none. */
export function playing(table) {
  const { turn } = table.state;
  const may = table.may?.[turn];
  return goesOn(table) && isMine(table, turn) && may && (!may.move || !may.roll) ? turn : 0;
}

/** The seat that speaks for me where it is not said which: the one whose turn it is, or my first still in the game. */
export function mySeat(table) {
  if (isMine(table, table.state.turn)) return table.state.turn;
  return table.mine.find((number) => seatAt(table, number).plays) ?? table.mine[0] ?? 0;
}

/** The name of a seat; where two have the same, with its colour. */
export function nameAt(table, number) {
  const seat = seatAt(table, number);
  if (seat.open) return texts.seats.openSeat;
  const twin = table.seats.some((other) => other !== seat && other.name === seat.name);
  return twin ? texts.seats.twin(seat.name, seat.suit) : seat.name;
}

/** The name of a seat, or "you" where only one seat is mine. */
export function whoIs(table, number, { you = texts.youLower } = {}) {
  return table.mine.length === 1 && isMine(table, number) ? you : nameAt(table, number);
}

/** Words of the law or the table, which speak of seats by number, with names in place of the numbers. */
export function named(words, table) {
  return words.replace(/(?<!\bin |\bno )\bseat ([1-4])\b/g, (whole, number) => {
    const seat = seatAt(table, Number(number));
    return seat && !seat.open ? nameAt(table, Number(number)) : whole;
  });
}

/** With a capital at the beginning and a full stop at the end. */
export function asSentence(words) {
  if (!words) return "";
  const text = words[0].toUpperCase() + words.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The tokens of the last turn and its seat, as a board wants them; null before the first. */
export function lastTurn(history) {
  const last = history.at(-1);
  if (!last) return null;
  let first = history.length - 1;
  while (first > 0 && history[first - 1].seat === last.seat) first -= 1;
  return { seat: last.seat, tokens: history.slice(first).map(({ token }) => token) };
}
