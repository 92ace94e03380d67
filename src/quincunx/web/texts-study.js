// Every text of the study page and its board editor, ready for translation.

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const number = (n) => NUMBERS[n] ?? String(n);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const moves = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
const percent = (share) => `${Math.round(share * 100)}\u00a0%`;
const one = (n, singular, plural) => (n === 1 ? singular : plural);
const list = (items) => (items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? ""));

export const study = {
  title: "Study",
  pageTitle: (game) => `Study: ${game} – Quincunx`,
  seat: (suit) => capital(suit.split(" ")[0]),
  thinking: "Thinking about this position …",
  over: (name) => (name ? `The game is over here: ${name} won.` : "The game is over here: a draw."),
  dice: (name) => `${name} throws the dice: throw them, or choose a throw.`,
  chooseThrow: "Choose a throw",

  /** The worth of a position in a sentence: for the one who moves, where it is proved. */
  exact: {
    win: (name, distance) => (distance ? `Exact: ${name} wins in ${moves(distance)}.` : `Exact: ${name} wins.`),
    draw: () => "Exact: a draw with best play.",
    loss: (name, distance) => (distance ? `Exact: ${name} loses in ${moves(distance)}.` : `Exact: ${name} loses.`),
  },
  estimate: (name, share) => `Estimate, nothing proved: ${name} expects ${percent(share)}.`,
  /** Which moves do what. */
  winning: (tokens, shown) =>
    `${number(tokens.length)} ${one(tokens.length, "move wins", "moves win")}` +
    (tokens.length > shown ? "" : ` (${list(tokens)})`),
  counts: {
    draw: (n) => `${number(n)} ${one(n, "holds", "hold")} the draw`,
    loss: (n) => `${number(n)} ${one(n, "loses", "lose")}`,
    estimate: (n) => `${number(n)} ${one(n, "is", "are")} not decided`,
  },
  counted: (parts) => `${capital(parts.join(", "))}.`,
  bestMove: (token) => `Best so far: ${token}.`,

  engine: "Engine",
  seconds: "Thinks for",
  secondChoices: { 1: "1 s", 3: "3 s", 5: "5 s" },
  level: "As",
  strongest: "the strongest",
  levelNote: (title) => `The values are what level ${title} believes.`,

  own: "This is a line of your own.",
  back: "Back to the game",
  deeds: {
    values: "Values",
    lines: "Lines",
    edit: "Set up",
    from: "Play on",
    share: "Share",
    record: "Record",
  },
  overHere: "the game is over here: go back first",
  share: { title: "Share this position", link: "Link to this position", position: "The position itself" },
  record: { title: "Study a record", file: "A file", text: "Or the text itself", go: "Study it" },
  games: "Study another game",

  graph: {
    title: "Evaluation",
    working: (done, all) => `${done} of ${all} positions`,
    label: (names) => `Evaluation of the game, ${list(names)}: arrow keys go from move to move`,
    at: (ply, words, slip) => [ply ? `after move ${ply}` : "at the start", words, slip].filter(Boolean).join(", "),
    value: (names, { seats, exact, distance }) => {
      const best = seats.indexOf(Math.max(...seats));
      if (exact && seats[best] === 1) return `${names[best]} wins${distance ? ` in ${moves(distance)}` : ""}, exact`;
      if (exact && seats.every((share) => share === seats[0])) return "a draw, exact";
      return `${names.map((name, i) => `${name} ${percent(seats[i])}`).join(", ")}, ${exact ? "exact" : "estimate"}`;
    },
    exact: "proved",
    unknown: "not judged",
    none: "No mistakes were found.",
    soFar: "No mistakes so far.",
    slips: (n) => `${capital(number(n))} ${one(n, "mistake", "mistakes")}`,
    /** What a mistake cost, and what was better. */
    lost(exact, lost) {
      if (!exact) return `drops ${percent(lost)}, by estimate`;
      return lost === 1 ? "gives a won game away, exactly" : "gives away half a point, exactly";
    },
    slip: (ply, token, cost, better) => [`Move ${ply}, `, { em: token }, `: ${cost}. Better: `, { em: better }, "."],
    mark: (token) => `mistake: ${token}`,
    failed: (reason) => `The rest could not be judged: ${reason}.`,
  },

  editor: {
    title: "Set up a position",
    game: "Game",
    pieces: "Put on the board",
    empty: "nothing",
    help: "Choose what to put, then the squares. Arrow keys move, Enter puts; the same again takes it away.",
    other: "Besides the board",
    options: "Options",
    position: "The position in one line",
    fine: "The law has no objection.",
    over: (words) => `The law has no objection. The game is over here: ${words}.`,
    clear: "Empty the board",
    start: "As it starts",
    copy: "Copy",
    study: "Study",
    play: "Play on from here",
    board: (game) => `Board of ${game}, to be set up`,
    put: (square, what) => `${square}: ${what}`,
  },
};
