// How computers play tactix in the browser: player.py and book.py of this folder, with the same answers.

const TAKEN = 5;
const TABLE = 16;
/** What the game has that does not say. */
const [SIZE, GOAL] = ["4", "last-loses"];
const books = new Map();

export const method = () => "auto";

const bookOf = (game) => {
  const size = game.match(/size=(\d+)/)?.[1] ?? SIZE;
  return `tactix-${size}-${game.match(/goal=([a-z-]+)/)?.[1] ?? GOAL}`;
};

/** The squares whose counters are off. */
const takenIn = (body) => [...body.split(" ")[0].replaceAll("/", "")].flatMap((cell, i) => (cell === "." ? [i] : []));

/** The books that may know a position. */
export const needs = ({ game, body }) => (takenIn(body).length <= TAKEN ? [bookOf(game)] : []);

/** Where a square goes: 1 mirrors left and right, 2 top and bottom, 4 then swaps rows and columns. */
function turned(size, turn, square) {
  const [x, y] = [square % size, Math.floor(square / size)];
  const [toX, toY] = [turn & 1 ? size - 1 - x : x, turn & 2 ? size - 1 - y : y];
  return turn & 4 ? toX * size + toY : toY * size + toX;
}

/** A set of squares as a number; the boards have at most 36 squares. */
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

/** All moves of the 6x6 grid until six counters are off. */
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

/** By a table of distances; where that is too large, those that leave the most replies to choose from. */
export function longest({ core, search, state }, at, moves) {
  if (at.body.split("o").length - 1 <= TABLE) {
    const found = new Map(search(at, {}, "table").moves.map(({ move, value }) => [move, value.distance ?? 0]));
    const listed = [...found.keys()].filter((move) => moves.includes(move));
    return most(listed, (move) => found.get(move));
  }
  return most(moves, (move) => state(core.play(at.position, move)).moves.length);
}

/** Those to which the fewest replies win. */
export function hardest({ core }, at, moves, seconds) {
  const counts = core.ask("tactix/refutations", at.position, seconds);
  return counts ? most(moves, (move) => -counts[move]) : moves;
}
