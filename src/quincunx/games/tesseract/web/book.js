// Looks up positions in the book of tesseract, under any symmetry and move order, with the same results as book.py and
// strategy.py in the game's folder. Sets of squares are BigInts with a bit for each square.

const VALUES = ["0123", "0213", "1032", "1302"];
const PATHS = ["0000", "1111", "2222", "3333", "0123", "3210"];
const LINK = /(..)>(\d+)(?:\.(\d+))?/g;

const bit = (square) => 1n << BigInt(square);
const setOf = (squares) => squares.reduce((set, square) => set | bit(square), 0n);

function bits(set) {
  const found = [];
  let left = set;
  for (let square = 0; left; square += 8, left >>= 8n) {
    const byte = Number(left & 255n);
    for (let i = 0; i < 8; i += 1) if ((byte >> i) & 1) found.push(square + i);
  }
  return found;
}

function permutations(items) {
  if (!items.length) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

const once = (make) => {
  const kept = new Map();
  return (key) => {
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key);
  };
};

/** Tables for a board with `dims` dimensions: the number of symmetries, where each maps the squares, and the lines
 * through each square, which are all that a mark affects. */
const boardOf = once((dims) => {
  const orders = permutations(Array.from({ length: dims }, (_, axis) => axis));
  const lines = linesOf(dims);
  return {
    symmetries: orders.length * VALUES.length * 2 ** dims,
    symmetry: once((number) => symmetryOf(dims, orders, number)),
    through: Array.from({ length: 4 ** dims }, (_, square) => lines.filter((line) => line & bit(square))),
  };
});

function symmetryOf(dims, orders, number) {
  const turns = number % 2 ** dims;
  const rest = Math.floor(number / 2 ** dims);
  const [axes, become] = [orders[Math.floor(rest / 4)], VALUES[rest % 4]];
  const parts = [];
  axes.forEach((axis, place) => {
    const isTurned = (turns >> (dims - 1 - place)) & 1;
    parts[axis] = [...become].map(
      (digit) => (isTurned ? 3 - Number(digit) : Number(digit)) << (2 * (dims - 1 - place)),
    );
  });
  return Uint8Array.from({ length: 4 ** dims }, (_, square) =>
    parts.reduce((sum, part, axis) => sum + part[(square >> (2 * (dims - 1 - axis))) & 3], 0),
  );
}

const image = (set, where) => setOf(bits(set).map((square) => where[square]));

/** All lines of four as sets, without duplicates. */
function linesOf(dims) {
  const found = new Set();
  const walk = (paths) => {
    if (paths.length < dims) {
      for (const path of PATHS) walk([...paths, path]);
      return;
    }
    const squares = [0, 1, 2, 3].map((i) => Number.parseInt(paths.map((path) => path[i]).join(""), 4));
    if (new Set(squares).size > 1) found.add(setOf(squares));
  };
  walk([]);
  return [...found];
}

function count(set) {
  let n = 0;
  for (let left = set; left; left &= left - 1n) n += 1;
  return n;
}

/** The empty squares where a mark completes a line of four. */
function fourths(own, other) {
  let found = 0n;
  const looked = new Set();
  for (const square of bits(own)) {
    for (const line of book.board.through[square]) {
      if (looked.has(line) || line & other) continue;
      looked.add(line);
      if (count(line & own) === 3) found |= line & ~own;
    }
  }
  return found;
}

/** The current book. */
let book = null;

/** The lines of a book, parsed on first use. */
const open = once((text) => {
  const lines = text.slice(text.indexOf("\n\n") + 2).split("\n");
  const dims = /\[Position "tesseract:dims=3/.test(text) ? 3 : 4;
  const columns = 4 ** (dims - 2);
  const square = (name) => Number.parseInt(name[0], 16) * columns + Number.parseInt(name[1], 16);
  const name = (number) => `${hex(Math.floor(number / columns))}${hex(number % columns)}`;
  const plan = once((number) => {
    const words = lines[number].split(" ");
    const sequences = words.filter((word) => word[0] === "!").map((word) => word.slice(1).match(/../g).map(square));
    const links = new Map(
      [...lines[number].matchAll(LINK)].map(([, reply, line, by]) => [
        square(reply),
        { line: Number(line), by: Number(by ?? 0) },
      ]),
    );
    return { move: /^[0-9A-F]{2}$/.test(words[0]) ? square(words[0]) : null, sequences, links };
  });
  /** The maximum number of moves to the end from a line's position. */
  const left = once((number) => {
    const words = lines[number].split(" ");
    const longest = Math.max(1, ...words.filter((word) => word[0] === "!").map((word) => word.length));
    if ("!-".includes(words[0][0])) return longest;
    const links = [...lines[number].matchAll(LINK)].map(([, , line]) => left(Number(line)));
    return 2 + Math.max(longest, ...links);
  });
  return { plan, left, name, board: boardOf(dims) };
});

const hex = (digit) => digit.toString(16).toUpperCase();

/** The paths from a line's position to the goal, which contains its marks. Moves are in the line's own orientation. */
function* seek(number, won, lost, goal) {
  const { plan, left } = book;
  const { move, sequences, links } = plan(number);
  if (won === goal.won && lost === goal.lost) {
    yield { left: left(number), move: move ?? sequences[0][0] };
    return;
  }
  if (move === null) {
    yield* replay(won, lost, sequences[0], goal);
    return;
  }
  const taken = won | bit(move);
  if (taken & ~goal.won) return;
  if (taken === goal.won && lost === goal.lost) {
    yield { left: left(number) - 1, move: null };
    return;
  }
  for (const reply of bits(goal.lost & ~lost)) {
    const link = links.get(reply);
    const after = lost | bit(reply);
    if (!link) {
      const likely = sequences.filter((each) => begins(each, goal.won & ~taken));
      if (likely.length && !fourths(taken, after)) {
        yield* replay(taken, after, likely.find((each) => wins(taken, after, each)) ?? [], goal);
      }
    } else if (number || !link.by) {
      // From the first line, follow only links without a symmetry: the goal is tried in all orientations.
      const where = book.board.symmetry(link.by);
      const below = { won: image(goal.won, where), lost: image(goal.lost, where) };
      for (const each of seek(link.line, image(taken, where), image(after, where), below)) {
        yield { left: each.left, move: back(each.move, where) };
      }
    }
  }
}

const back = (move, where) => (move === null ? null : where.indexOf(move));

/** Whether the sequence begins with these marks, in any order: a quick filter. */
const begins = (sequence, marks) => setOf(sequence.slice(0, count(marks))) === marks;

/** The matches of the goal along a sequence of forced moves. */
function* replay(from, against, sequence, goal) {
  let [won, lost, left] = [from, against, 2 * sequence.length + 1];
  for (const move of sequence) {
    if (won === goal.won && lost === goal.lost) {
      yield { left, move };
      return;
    }
    won |= bit(move);
    if (won === goal.won && lost === goal.lost) yield { left: left - 1, move: null };
    const forced = fourths(won, lost);
    if (won & ~goal.won || count(forced) !== 1 || forced & ~goal.lost) return;
    lost |= forced;
    left -= 2;
  }
}

/** Whether a sequence wins, with the winner to move. */
function wins(from, against, sequence) {
  let [won, lost] = [from, against];
  for (const move of sequence) {
    if ((won | lost) & bit(move)) return false;
    won |= bit(move);
    const forced = fourths(won, lost);
    if (!forced || fourths(lost, won)) return false;
    if (count(forced) > 1) return true;
    lost |= forced;
  }
  return false;
}

/** The book's entry for a board: moves to the end (`left`), and the `move`, which is null on the loser's turn; null if
 * the position is not in the book. */
export function lookUp(text, body) {
  book = open(text);
  const { symmetries, symmetry } = book.board;
  const cells = [...body.replaceAll("/", "")];
  const marks = (symbol) => setOf(cells.flatMap((cell, i) => (cell === symbol ? [i] : [])));
  const [crosses, noughts] = [marks("x"), marks("o")];
  const seen = new Set();
  let best = null;
  for (let number = 0; number < symmetries; number += 1) {
    const where = symmetry(number);
    const goal = { won: image(crosses, where), lost: image(noughts, where) };
    const key = `${goal.won} ${goal.lost}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const each of seek(0, 0n, 0n, goal)) {
      if (!best || each.left < best.left) best = { left: each.left, move: back(each.move, where) };
    }
  }
  if (!best) return null;
  return { left: best.left, move: best.move === null ? null : book.name(best.move) };
}
