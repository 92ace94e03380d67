// Every text of the boards that a person reads, in one place.

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
];
const ORDINALS = ["first", "second", "third"];

const number = (count) => NUMBERS[count] ?? String(count);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (items) => (items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? ""));
const count = (many, one, more = `${one}s`) => `${number(many)} ${many === 1 ? one : more}`;

/** A square's name for a screen reader: place, content, state. */
const named = (...parts) => parts.filter(Boolean).join(", ");

/** "An 8", "a 7". */
const article = (sum) => (sum === 8 || sum === 11 ? "an" : "a");

const FIELDS = {
  a1: "top left",
  b1: "top",
  c1: "top right",
  a2: "left",
  b2: "centre",
  c2: "right",
  a3: "bottom left",
  b3: "bottom",
  c3: "bottom right",
};

export const words = {
  board: "Board",
  values: "Values",
  chosen: "Your square",
  confirm: "Confirm",
  takeBack: "Take back",
  suits: { blue: "blue", red: "red", yellow: "yellow", plum: "plum" },
  resting: (view) => (view.outcome ? "The game is over." : "It is not your turn."),

  xtic: {
    hand: (mine) => (mine ? "In your hand" : "In hand"),
    noHand: (mine) => (mine ? "Choose the piece that your opponent has to place." : "A piece is to be given."),
    free: (many) => capital(count(many, "free piece")),
    tray: "Free pieces",
    slot: (digit, traits, free, value, hinted) =>
      named(`${digit}, ${traits.join(" ")}`, !free && "not free", value, hinted && "hint"),
    give: "Choose a piece for your opponent in the tray, or type its digit, 0 to F.",
    place: "Choose a square for the piece in hand. Arrow keys move, Enter places it.",
    giveFirst: "First give a piece: choose it in the tray, or type its digit, 0 to F.",
    placeFirst: (traits) => `First place the piece in hand, ${traits.join(", ")}.`,
    taken: (name, traits) => `${name} is taken by the ${traits.join(" ")} piece.`,
    gone: (digit) => `The piece ${digit} is not free any more.`,
    square: (cell, state) =>
      named(
        cell.name,
        cell.words ? cell.words.join(" ") : "empty",
        state.legal && "legal",
        state.fatal && (state.wins ? "wins at once" : "loses at once"),
        state.last && "last move",
        state.decisive && "in the line that decided",
        state.hint && "hint",
        state.value,
      ),
    /** What the lines shown mean, and the letters at the ends of those that wrap around. */
    danger(threats, lettered, { giving, wins }) {
      const squares = new Set(threats.map(({ at }) => at)).size;
      const verb = wins ? ["wins", "win"] : ["loses", "lose"];
      const first = giving
        ? `${capital(count(threats.length, "line"))} ${threats.length === 1 ? "lacks" : "lack"} one piece.`
        : `${capital(count(squares, "square"))} ${verb[squares === 1 ? 0 : 1]} at once.`;
      const letters = lettered.map(({ alike }, i) => `line ${"ABCDEFGH"[i]} is ${list(alike)}`);
      const both = lettered.length > 1 ? (lettered.length === 2 ? "both leave" : "all leave") : "it leaves";
      const back = lettered.length > 1 ? "return" : "returns";
      return lettered.length
        ? `${first} ${capital(list(letters))}; ${both} one edge and ${back} at the opposite one.`
        : first;
    },
  },

  tactix: {
    left: "Counters left",
    span: "Your span",
    take: "Take",
    clear: "Clear",
    start: "first",
    end: "last",
    many: (many) => (many ? count(many, "counter") : "nothing chosen"),
    first: "Point at the first counter, then at the last, or drag. Enter chooses.",
    last: (name) => `Now point at the last counter, or at ${name} again to take it alone. Escape clears.`,
    empty: (name) => `There is no counter on ${name}.`,
    gap: (name) => `There is a gap at ${name}: the counters taken must be adjacent.`,
    bent: (one, other) => `${one} and ${other} are neither in one row nor in one column.`,
    square: (name, there, state) =>
      named(
        name,
        there ? "counter" : "empty",
        state.first ? "first" : state.chosen && "chosen",
        state.gone && "last move",
        state.hint && "hint",
        state.value,
      ),
  },

  tritoc: {
    leave: "Leave it",
    fields: "Fields won",
    dice: (throwing, mine) => (throwing ? (mine ? "Throw the dice" : "To be thrown") : "Thrown"),
    diceName: (faces, live) => named(live ? "Throw the dice" : "Dice", faces && `${faces[0]} and ${faces[1]}`),
    tries: (tries, throwing) => (throwing && !tries ? "three throws at most" : `${ORDINALS[tries]} of three throws`),
    /** What is to be done with a throw, where that needs saying. */
    meaning(sum, total, tries, mine) {
      if (sum === 2)
        return mine ? "A 2: you must take one of your own pieces away." : "A 2: one's own piece must be taken away.";
      if (sum === 12) {
        return mine
          ? "A 12: you may take one of your opponent's pieces away, or leave it."
          : "A 12: a piece of the opponent may be taken away.";
      }
      return tries && !sum && total ? `Nothing could be done with ${article(total)} ${total}.` : "";
    },
    guide(view, lit) {
      if (view.deed === "throw") {
        return view.tries
          ? "Nothing can be done with that: throw again. T throws."
          : "Throw the dice: click them, or press T.";
      }
      if (view.deed === "place")
        return `${capital(count(lit, "lit hole"))}. Arrow keys move between them, Enter places a piece.`;
      return view.throw === 2
        ? "A 2: take one of your own pieces away. Arrow keys move between them, Enter takes."
        : "A 12: take one of your opponent's pieces away, or leave it with the minus key.";
    },
    throwFirst: "First throw the dice: click them, or press T.",
    thrown: (sum) => `${capital(article(sum))} ${sum} was thrown already: use it first.`,
    unlit(cell, { deed, throw: sum }) {
      if (deed === "place" && cell.seat) return `There is a piece in hole ${cell.hole} already.`;
      if (deed === "place" && cell.hole === sum) return "This field is closed.";
      if (deed === "place") return `${capital(article(sum))} ${sum} was thrown: choose a lit hole ${sum}.`;
      if (!cell.seat) return "There is no piece in this hole.";
      return sum === 2
        ? "With a 2 only a piece of your own in an open field is taken."
        : "With a 12 only a piece of your opponent in an open field is taken.";
    },
    hole: (cell, state) =>
      named(
        `field ${FIELDS[state.field.name]}`,
        `hole ${cell.hole}`,
        words.suits[state.suit] ?? (!state.field.closed && !state.lit && "empty"),
        state.winner ? `won by ${words.suits[state.winner]}` : state.field.closed && "full",
        state.lit && "lit",
        state.takeable && "can be taken",
        state.last && "last move",
        state.hint && "hint",
        state.value,
      ),
  },

  tesseract: {
    choose: "Type two hex digits, row then column, or point at a square.",
    column: (row) => `Row ${row}: now type the column. Space or Escape takes it back.`,
    confirm: (name) => `You chose ${name}: Enter or a second click confirms, Space takes it back.`,
    taken: (name, suit) => `${name} is taken by ${words.suits[suit]}.`,
    noSquare: (name, last) => `There is no square ${name}: type its row 0 to F, then its column 0 to ${last}.`,
    through: (many, name) => `${many} lines through ${name}`,
    pointForLines: "Lines through a square",
    three: { wins: "wins at once", loses: "to be stopped" },
    kinds: { yours: "yours", theirs: "theirs", empty: "empty", dead: "dead" },
    square: (name, state) =>
      named(
        name,
        state.suit ? words.suits[state.suit] : "empty",
        state.three && words.tesseract.three[state.three],
        state.last && "last move",
        state.winning && "in the winning four",
        state.hint && "hint",
        state.value,
      ),
  },

  xchain: {
    squares: "Squares",
    chain: "Chain",
    speed: "Speed",
    speeds: { step: "step by step", slow: "slow", normal: "normal", fast: "fast", off: "off" },
    buttons: { pause: "Pause", play: "Go on", step: "Next wave", skip: "To the end" },
    standings: { dead: "dead", out: "out" },
    waves(many, running) {
      if (!many) return "nothing exploded";
      return `${running ? `of ${many} ` : ""}${many === 1 ? "wave" : "waves"}`;
    },
    running: (many) => `A chain of ${count(many, "wave")}. S shows the next wave, Enter the end.`,
    wave(n, exploding) {
      const verb = exploding.length === 1 ? "explodes" : "explode";
      return `Wave ${n}: ${list(exploding)} ${verb}. S shows the next wave, Enter the end.`;
    },
    ended: (many) => `The chain had ${count(many, "wave")}.`,
    grow: "Choose an empty square or one of your own. Arrow keys move, Enter plays.",
    confirm: (name) => `You chose ${name}: a second tap or Confirm plays it.`,
    others: (name, suit) => `${name} belongs to ${words.suits[suit]}: choose an empty square or one of your own.`,
    square: (cell, state) =>
      named(
        cell.name,
        cell.seat ? `${words.suits[state.suit]}, ${cell.value} of ${cell.most}` : "empty",
        state.legal && "legal",
        state.last && "last move",
        state.hint && "hint",
        state.value,
      ),
  },
};
