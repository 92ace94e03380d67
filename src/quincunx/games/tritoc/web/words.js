// What the board of this game says, and what the pages say of the game.

import { capital, count, named, words as common } from "../../boards/words.js";

const ORDINALS = ["first", "second", "third"];
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

/** "An 8", "a 7". */
const article = (sum) => (sum === 8 || sum === 11 ? "an" : "a");

/** The texts of the board. */
export const words = {
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
    if (view.phase === "roll") {
      return view.tries
        ? "Nothing can be done with that: throw again. T throws."
        : "Throw the dice: click them, or press T.";
    }
    if (view.phase === "place")
      return `${capital(count(lit, "lit hole"))}. Arrow keys move between them, Enter places a piece.`;
    return view.roll === 2
      ? "A 2: take one of your own pieces away. Arrow keys move between them, Enter takes."
      : "A 12: take one of your opponent's pieces away, or leave it with the minus key.";
  },
  throwFirst: "First throw the dice: click them, or press T.",
  thrown: (sum) => `${capital(article(sum))} ${sum} was thrown already: use it first.`,
  otherHole: (sum) => `${capital(article(sum))} ${sum} was thrown: choose a lit hole ${sum}.`,
  hole: (cell, state) =>
    named(
      `field ${FIELDS[state.field.name]}`,
      `hole ${cell.hole}`,
      common.suits[state.suit] ?? (!state.field.closed && !state.lit && "empty"),
      state.winner ? `won by ${common.suits[state.winner]}` : state.field.closed && "full",
      state.lit && "lit",
      state.takeable && "can be taken",
      state.last && "last move",
      state.hint && "hint",
      state.value,
    ),
};

/** What the pages say of the game. */
export const about = {
  origin: "Martin Heni, 2002",
  /** A move as the list of moves shows it. */
  token: (token) => (token === "-" ? "left" : token.replace(/^x/, "× ")),
  /** What a move was, after the name of the one who made it. */
  played: (token) => {
    if (token === "-") return ["left the pieces alone"];
    return token.startsWith("x") ? ["took away ", { em: token.slice(1) }] : ["placed in field ", { em: token }];
  },
  /** Keys of its board that the others lack. */
  keys: [[["T"], "TriToc: throw the dice"]],
  /** Pictures for the lobby (the first one) and the rules (under the heading that `under` names). */
  examples: [
    {
      position:
        "tritoc ........./rrr....../..r.r.r../...yyy.../..ryry.../.r.r.r.../yyy....../..y..y..y/......... 1 3 0 0",
      under: "A turn",
      caption:
        "Red threw a 3 and may choose among the fields whose hole 3 is free. Two fields are red's, three are yellow's.",
    },
  ],
};
