// Ranks moves like the server's `Analysis`; a test compares both.

const UNKNOWN_LOSS = 2.5;

const compare = (a, b) => {
  const different = a.findIndex((part, i) => part !== b[i]);
  if (different < 0) return 0;
  return a[different] < b[different] ? -1 : 1;
};

/** Sort key for the seat to move, best first: by value, quick wins before slow ones, slow losses before quick ones, and
 * proved values before estimates. */
function rank({ value: { seats, exact, distance } }, actor) {
  if (actor < 1) return [0, 0, Number(!exact)];
  const mine = seats[actor - 1];
  let length = -(distance ?? 0);
  if (mine > 0.5) length = distance ?? Number.POSITIVE_INFINITY;
  else if (mine === 0) length = exact ? -(distance ?? UNKNOWN_LOSS) : Number.NEGATIVE_INFINITY;
  return [-mine, exact || mine === 0 ? length : 0, Number(!exact)];
}

export const ranked = (moves, actor) => [...moves].sort((a, b) => compare(rank(a, actor), rank(b, actor)));

/** The best move, and all others that are equally good. */
export function bestMoves(moves, actor) {
  const [best] = ranked(moves, actor);
  return moves.filter((move) => compare(rank(move, actor), rank(best, actor)) === 0);
}

/** The moves at most `margin` below the best, without those of value 0 unless all are. */
export function within(moves, actor, margin) {
  const mine = ({ value }) => value.seats[actor - 1];
  const best = Math.max(...moves.map(mine));
  return moves.filter((move) => mine(move) >= best - margin && (mine(move) || !best));
}

/** Whether every move of the seat to move has value 0. */
export const isLost = (moves, actor) => actor > 0 && moves.every(({ value }) => !value.seats[actor - 1]);
