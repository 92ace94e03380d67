// How computers play tactix in the browser, with the same results as player.py and book.py in the game's folder.

const TAKEN = 5;
const TABLE = 16;
/** Defaults of the options. */
const [SIZE, GOAL] = ["4", "last-loses"];
const books = new Map();

export const method = () => "auto";

const bookOf = (game) => {
  const size = game.match(/size=(\d+)/)?.[1] ?? SIZE;
  return `tactix-${size}-${game.match(/goal=([a-z-]+)/)?.[1] ?? GOAL}`;
};

/** The squares whose counters have been taken. */
const takenIn = (body) => [...body.split(" ")[0].replaceAll("/", "")].flatMap((cell, i) => (cell === "." ? [i] : []));

/** The books that may contain a position. */
export const needs = ({ game, body }) => (takenIn(body).length <= TAKEN ? [bookOf(game)] : []);

/** A square's image under a symmetry: bit 1 mirrors left and right, 2 top and bottom, 4 then swaps rows and columns. */
function turned(size, turn, square) {
  const [x, y] = [square % size, Math.floor(square / size)];
  const [toX, toY] = [turn & 1 ? size - 1 - x : x, turn & 2 ? size - 1 - y : y];
  return turn & 4 ? toX * size + toY : toY * size + toX;
}

/** A set of squares as a bit mask; a board has at most 36 squares, so it is exact. */
const setOf = (squares) => squares.reduce((sum, square) => sum + 2 ** square, 0);

function spanOf(size, move) {
  const [from, to = from] = move.split("-").map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
  const span = [];
  for (let y = from[1]; y <= to[1]; y += 1) for (let x = from[0]; x <= to[0]; x += 1) span.push(y * size + x);
  return span;
}

function linesOf(name, text) {
  if (!books.has(name)) {
    books.set(
      name,
      new Map(text.split("\n").map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)])),
    );
  }
  return books.get(name);
}

/** The book's verdict on a position: all winning moves while at most TAKEN counters are off. */
export function page({ book }, { game, body, moves }) {
  const taken = takenIn(body);
  const name = bookOf(game);
  const text = taken.length <= TAKEN ? book(name) : null;
  if (!text) return null;
  const size = body.indexOf("/");
  const images = Array.from({ length: 8 }, (_, turn) => setOf(taken.map((square) => turned(size, turn, square))));
  const least = Math.min(...images);
  const turn = images.indexOf(least);
  const [sign, ...booked] = linesOf(name, text).get(least.toString(16)).split(" ");
  const spans = new Set(booked.map((move) => setOf(spanOf(size, move))));
  const good = moves.filter((move) => spans.has(setOf(spanOf(size, move).map((square) => turned(size, turn, square)))));
  const won = Number(sign === "+");
  const values = Object.fromEntries(moves.map((move) => [move, Number(won && good.includes(move))]));
  return { move: [...good].sort()[0], least: won, most: won, basis: { code: "games.book", args: {} }, values };
}

const most = (moves, count) => {
  const counts = moves.map(count);
  return moves.filter((_, i) => counts[i] === Math.max(...counts));
};

/** The longest defence: by a table of distances, or if that is too large, the moves that leave the most replies. */
export function longest({ core, search, state }, at, moves) {
  if (at.body.split("o").length - 1 <= TABLE) {
    const found = new Map(search(at, {}, "table").moves.map(({ move, value }) => [move, value.distance ?? 0]));
    const listed = [...found.keys()].filter((move) => moves.includes(move));
    return most(listed, (move) => found.get(move));
  }
  return most(moves, (move) => state(core.play(at.position, move)).moves.length);
}

/** The moves to which the fewest replies win. */
export function hardest({ core }, at, moves, seconds) {
  const counts = core.ask("tactix/refutations", at.position, seconds);
  return counts ? most(moves, (move) => -counts[move]) : moves;
}
