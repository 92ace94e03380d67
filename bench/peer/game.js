// TacTix on 6 by 6 as boardgame.io wants a game: a move takes adjacent counters of one row or column.
const { INVALID_MOVE } = require("boardgame.io/core");

const SIZE = 6;

function span(first, last) {
  const inside = (square) => Number.isInteger(square) && square >= 0 && square < SIZE * SIZE;
  if (!inside(first) || !inside(last) || first > last) return [];
  const step = Math.floor(first / SIZE) === Math.floor(last / SIZE) ? 1 : SIZE;
  if ((last - first) % step) return [];
  return Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step);
}

exports.TacTix = {
  name: "tactix",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ counters: Array(SIZE * SIZE).fill(true) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G }, first, last) => {
      const squares = span(first, last);
      if (!squares.length || !squares.every((square) => G.counters[square])) return INVALID_MOVE;
      for (const square of squares) G.counters[square] = false;
    },
  },
  endIf: ({ G, ctx }) => {
    if (!G.counters.includes(true)) return { loser: ctx.currentPlayer };
  },
};
