// The points of a game, and of the series of rematches that it belongs to.

import { text } from "../../text.js";
import { isMe, nameAt, whoIs } from "./model.js";

const points = (table, of) =>
  table.seats.map((seat) => text("web.score.of", { name: whoIs(table, seat.seat), points: of(seat) }));

/** What a finished game adds, in sentences: its own points where the game counts any, and the totals of the series. */
export function scoreWords(table) {
  const { series, outcome } = table;
  if (!outcome) return [];
  const games = series.played + 1;
  const drawn = series.drawn + (outcome.winner === null ? 1 : 0);
  const words = [];
  if (series.counts_points) words.push(text("web.score.game", { points: points(table, ({ made }) => made) }));
  if (games > 1 || (series.target && !series.counts_points)) {
    const total = points(table, (seat) => seat.points + seat.made);
    words.push(text("web.score.total", { n: games, points: total }));
    if (drawn && games > 1) words.push(text("web.score.drawn", { n: drawn }));
  }
  if (series.winner) words.push(wonSeries(table));
  return words;
}

function wonSeries(table) {
  const { winner, target } = table.series;
  if (isMe(table, winner)) return text("web.score.you-won", { n: target });
  return text("web.score.won", { name: nameAt(table, winner), n: target });
}

/** Which game of a series it is, how many were drawn and what it is played to, in a few words; empty for a single game. */
export function seriesWords({ series }) {
  if (!series.played && !series.target) return "";
  return [
    text("web.score.number", { number: series.played + 1 }),
    series.drawn ? text("web.score.draws", { n: series.drawn }) : "",
    series.target ? text("web.score.target", { n: series.target }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}
