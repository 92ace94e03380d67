// How computers play xtic in the browser, with the same results as player.py and book.py in the game's folder.

const FEW = 5;
/** The default of the option `type`. */
const TYPE = "normal";
const PIECES = "0123456789ABCDEF";
const CLAIM = /^seat ([12]) (wins|holds)$/;
const opened = new Map();

const SQUARES = Array.from({ length: 16 }, (_, i) => `${"abcd"[i % 4]}${1 + Math.floor(i / 4)}`);
const placedIn = (body) => body.split(" ")[0].match(/[0-9A-F]/g)?.length ?? 0;

const bookOf = (game) => {
  const type = game.match(/type=([a-z]+)/)?.[1] ?? TYPE;
  return `xtic-${type}${/goal=complete/.test(game) ? "-complete" : ""}`;
};

export const needs = ({ game, body }) => (placedIn(body) < FEW ? [bookOf(game)] : []);

/** With few pieces placed, no proof would finish in time. */
export const method = ({ body }) => (placedIn(body) < FEW ? "playouts" : "solve");

/** For each seat with a strategy in the book: whether it wins, and the words of the line for each board. */
function chaptersOf(name, text) {
  if (opened.has(name)) return opened.get(name);
  const chapters = {};
  let chapter = null;
  for (const line of text.slice(text.indexOf("\n\n") + 2).split("\n")) {
    const claim = line.match(CLAIM);
    if (claim) chapter = chapters[claim[1]] = { win: claim[2] === "wins", lines: new Map() };
    else if (chapter && line && !line.startsWith("fall")) {
      const words = line.split(" ");
      chapter.lines.set(words[0], words);
    }
  }
  opened.set(name, chapters);
  return chapters;
}

/** The book's verdict and move, with fewer than five pieces on the board. */
export function page({ book, core }, { game, body, turn }) {
  const name = bookOf(game);
  const text = placedIn(body) < FEW ? book(name) : null;
  if (!text) return null;
  const chapters = chaptersOf(name, text);
  const [rows, inHand] = body.split(" ");
  const hand = inHand === "-" ? null : PIECES.indexOf(inHand[1]);
  const { board, squares, pieces } = core.ask("xtic/image", `${game} ${rows} -`);
  const key = board.slice(0, -2).replaceAll("/", "");
  const [own, other] = [chapters[turn], chapters[3 - turn]];
  let [move, least, most] = [null, 0, 1];
  const mine = own?.lines.get(key);
  if (mine?.length > 1) {
    least = own.win ? 1 : 0.5;
    if (hand === null) move = `=${PIECES[pieces.indexOf(PIECES.indexOf(mine[1][1]))]}`;
    else {
      const free = Array.from({ length: 16 }, (_, piece) => piece).filter((piece) => !mine[0].includes(PIECES[piece]));
      const [square] = mine[1 + free.indexOf(pieces[hand])].split(">");
      move = SQUARES[squares.indexOf(SQUARES.indexOf(square))];
    }
  }
  const theirs = other?.lines.get(key);
  if (theirs) {
    const kept = hand === null || (theirs.length > 1 && theirs[1] === `=${PIECES[pieces[hand]]}`);
    if (kept) most = other.win ? 0 : 0.5;
  }
  if (move === null && most === 1) return null;
  return { move, least, most, basis: { code: "games.book", args: {} } };
}
