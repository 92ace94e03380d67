// A board on a test bench. The law answers through `law(move)`; what the board asks for and says is written down in `told`.

import { createBoard } from "/games.js";

const board = document.getElementById("board");
const well = document.getElementById("well");
const line = document.getElementById("line");
let shown = null;

window.told = { played: [], answered: 0, refused: [], kept: {} };

async function ask(move) {
  window.told.played.push(move);
  const answer = await window.law(move);
  window.show(answer.view ?? shown.view, { ...shown.look, ...answer.look });
  if (answer.refused) window.told.refused.push(answer.refused);
  window.told.answered += 1;
}

/** The law's reason against a move; what it has to say of a legal one is never asked. */
async function whyNot(move) {
  say((await window.law(move)).refused, { refused: true });
}

function say(text, { refused = false } = {}) {
  line.textContent = text;
  if (refused) window.told.refused.push(text);
}

function keep(key, value) {
  window.told.kept[key] = value;
  window.show(shown.view, { ...shown.look, [key]: value });
}

let made = null;

window.show = (view, look) => {
  const parts = look.still ? { board } : { board, well, play: ask, rollDice: () => ask("roll"), whyNot, say, keep };
  made ??= createBoard(view.game, parts);
  shown = { view, look };
  made.show(view, look);
};

window.ready = true;
