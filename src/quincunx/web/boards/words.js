// The texts that boards share, and what they need to put theirs together. What a board says of its own game is in the
// game's own words.js.

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

const number = (count) => NUMBERS[count] ?? String(count);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const list = (items) =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");
export const count = (many, one, more = `${one}s`) => `${number(many)} ${many === 1 ? one : more}`;

/** A square's name for a screen reader: place, content, state. */
export const named = (...parts) => parts.filter(Boolean).join(", ");

export const words = {
  board: "Board",
  values: "Values",
  chosen: "Your square",
  confirm: "Confirm",
  takeBack: "Take back",
  suits: { blue: "blue", red: "red", yellow: "yellow", plum: "plum" },
  generic: {
    throwDice: "Throw the dice",
    throwNow: "Throw the dice, with the button or the key T.",
    throwFirst: "Throw the dice first.",
    others: "Moves",
    square: "Choose a square. Arrow keys move, Enter plays.",
    fromTo: "Choose a square to move from, then where to. Arrow keys move, Enter chooses.",
    buttons: "Choose one of the moves beside the board.",
    to: (name) => `From ${name}: choose where to. Escape clears.`,
    toOrAgain: (name) => `From ${name}: choose where to, or ${name} again for that square alone. Escape clears.`,
    confirm: (name) => `You chose ${name}: a second tap or Confirm plays it.`,
    notLegal: (name) => `${name} is not a legal move.`,
    notThere: (from, to) => `${from} to ${to} is not a legal move.`,
    cell: (name, state) =>
      named(
        name,
        named(state.suit && words.suits[state.suit], state.text) || "empty",
        state.chosen && "chosen",
        state.legal && "legal",
        state.last && "last move",
        state.decisive && "decided the game",
        state.hint && "hint",
        state.value,
      ),
  },
  resting: (view) => (view.outcome ? "The game is over." : "It is not your turn."),
};
