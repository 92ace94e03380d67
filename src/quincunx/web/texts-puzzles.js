// Every text of the puzzles' pages, ready for translation.

export const puzzles = {
  title: "Puzzles",
  intro: "In each position exactly one move keeps the win, or the draw. It was proved.",
  none: "There are no puzzles here yet.",
  pageTitle: (id) => `Puzzle ${id} – Quincunx`,
  heading: (game, id) => `${game}, puzzle ${Number(id.split("-").at(-1))}`,
  daily: "Today's puzzle",
  dailyLine: (game, grade) => `${game}, grade ${grade} of 5`,
  solveIt: "Solve it",
  solved: (n, all) => `${n} of ${all} solved`,
  next: "Next unsolved",
  grade: (n) => `Grade ${n}`,
  gradeOf: (n) => `Grade ${n} of 5`,
  link: (game, n, done) => `${game}, puzzle ${n}${done ? ", solved" : ""}`,
  all: "All puzzles",
  /** What is to be done: `who` moves. */
  goal: {
    win: (who) => `${who} to move and win. Exactly one move does it.`,
    draw: (who) => `${who} to move and draw. Every move but one loses.`,
  },
  within: (n) => `With best play the game lasts ${n} more ${n === 1 ? "move" : "moves"}.`,
  wrong: {
    draw: (move) => ["", { em: move }, " only draws. Try again."],
    loss: (move, n) => ["", { em: move }, n ? ` loses in ${n} moves. Try again.` : " loses. Try again."],
    other: (move) => ["", { em: move }, " does not keep it. Try again."],
  },
  right: "Right! Go on: the computer resists.",
  thinking: "Let us see …",
  done: { win: "Solved: the win cannot get away any more.", draw: "Solved: the draw is safe." },
  ended: { win: "Solved, to the very end.", draw: "Solved, to the very end." },
  hint: "Show me",
  shown: (move) => ["The move is ", { em: move }, ". Play it."],
  restart: "From the beginning",
  study: "Study it",
};
