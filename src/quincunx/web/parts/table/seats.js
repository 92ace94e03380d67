// The seats beside the board: who sits there, whose turn it is, and the clocks.

import { hasText, text } from "../../text.js";
import { exclaim } from "../common/announcer.js";
import { el, emblem } from "../common/element.js";
import { beat, since, time } from "./clock.js";
import { goesOn, isMine, playing } from "./model.js";

const LOW_TIME = 30;
/** When my time gets short, it is said at these seconds. */
const WARNINGS = [30, 10];

/** A list of seats; `show(table, levels)` draws it. */
export function seatList() {
  const element = el("ul", { class: "seats", "aria-label": text("web.seat.label") });
  let table = null;
  let clocks = [];
  let warned = new Set();

  function show(next, levels) {
    if (table?.id !== next.id) warned = new Set();
    table = next;
    clocks = [];
    element.classList.toggle("many", table.seats.length > 2);
    element.replaceChildren(...table.seats.map((seat) => row(seat, levels)));
    tick();
  }

  function row(seat, levels) {
    const turn = goesOn(table) && table.state.turn === seat.seat;
    const clock = el("span", { class: "clock" });
    if (table.clock) clocks.push([seat, clock]);
    return el(
      "li",
      {
        class: `seat ${turn ? "acting" : ""} ${isMine(table, seat.seat) ? "mine" : ""} ${seat.plays === false ? "out" : ""}`,
        "aria-current": turn && "true",
      },
      emblem(seat.suit),
      el(
        "div",
        { class: "who" },
        el("span", { class: "name" }, seat.open ? text("web.seat.open") : seat.name),
        turn && el("span", { class: "turn-tag" }, tag(seat)),
        el("span", { class: "small" }, whoWords(table, seat, levels)),
      ),
      clock,
    );
  }

  function tag(seat) {
    if (seat.kind === "computer") return text("web.tag.thinking");
    return tagOf(table.state.phase);
  }

  function tick() {
    for (const [seat, clock] of clocks) {
      const runs = table.clock.running === seat.seat;
      // A seat that is still open has all of its time.
      const whole = seat.left ?? Number.parseInt(table.clock.pace, 10);
      const left = Math.max(0, whole - (runs ? since(table) : 0));
      clock.textContent = time(left);
      clock.setAttribute("aria-label", timeLeft(Math.floor(left)));
      clock.classList.toggle("low", runs && left < LOW_TIME);
      if (runs && playing(table) === seat.seat) warn(left);
    }
  }

  function warn(left) {
    for (const seconds of WARNINGS) {
      if (left > seconds) warned.delete(seconds);
      else if (!warned.has(seconds) && left > 0) {
        warned.add(seconds);
        exclaim(text("web.seat.time-short", { n: Math.ceil(left) }));
      }
    }
  }

  beat(() => table?.clock?.running && tick());
  return { element, show };
}

/** What a seat has to do in a phase of its turn, in a word or two. */
export const tagOf = (phase) => text(hasText(`web.tag.${phase}`) ? `web.tag.${phase}` : "web.tag.move");

const timeLeft = (left) =>
  text("web.seat.time-left", {
    minutes: text("web.minutes", { n: Math.floor(left / 60) }),
    seconds: text("web.seconds", { n: left % 60 }),
  });

/** What a seat is, in a few words. What must be seen where room is short comes first: its points in a series, with those
 * of a game that is over; out, away. Then you, a guest, a level. */
export function whoWords(table, seat, levels = {}) {
  const points = seat.points + (table.outcome ? (seat.made ?? 0) : 0);
  const words = table.series?.played ? [text("web.seat.points", { n: points })] : [];
  if (seat.plays === false) words.push(text("web.seat.out"));
  else if (isAbsent(table, seat)) words.push(text("web.seat.away"));
  if (seat.open) words.push(text("web.seat.waiting"));
  else if (seat.kind === "computer") words.push(text("web.seat.level", { level: levels[seat.level] ?? seat.level }));
  else if (isMine(table, seat.seat)) words.push(table.mine.length > 1 ? text("web.seat.here") : text("web.seat.you"));
  else words.push(text(`web.seat.kind.${seat.kind}`));
  if (table.over && table.outcome?.winner === seat.seat) words.push(text("web.seat.won"));
  return words.join(", ");
}

/** Whether somebody who should be here is not. */
export const away = (table, seat) => !table.over && isAbsent(table, seat);

/** Whether somebody else is not here: after the end they can't answer. */
const isAbsent = (table, seat) =>
  !seat.open && seat.kind !== "computer" && seat.present === false && !isMine(table, seat.seat);
