// The board on its page: the board itself, the well beside it, and the line under it.

import * as api from "../../api.js";
import { createBoard, moveText } from "../../games.js";
import { set, setting } from "../../player.js";
import { text } from "../../text.js";
import { exclaim, speak } from "../common/announcer.js";
import { el, icon, sentence } from "../common/element.js";
import { turnOf } from "../table/status.js";
import { moveEntry } from "./move-entry.js";

/** The board calls `play(token)` and `rollDice()` to move; `again()` has to show the same view once more;
 * `refused(refusal)` gets the law's refusal of a move that was tried. */
export function stage({ play, rollDice, again, refused: explained = ({ message }) => refuse(message) }) {
  const well = el("div", { class: "well" });
  const board = el("div", { class: "board-place" });
  const line = el("p", { class: "board-line", "aria-live": "polite" });
  let shown = null;
  let game = "";
  let position = "";
  let said = "";
  let isHalfway = false;
  let isBusy = false;
  let notice = null;
  let refused = "";
  let seen = null;

  const entry = moveEntry((token) => {
    const { view, look } = seen;
    if (isOver(seen) || !look.mine?.includes(view.turn))
      refuse(text(isOver(seen) ? "law.over" : "web.board.not-your-turn"));
    else if (view.actor === 0 && !view.moves.includes(token)) rollDice();
    else play(view.moves.find((move) => move.toLowerCase() === token.toLowerCase()) ?? token);
  });

  /** By the rules, or because somebody left. */
  const isOver = ({ view, look }) => Boolean(view.outcome ?? look.outcome);

  /** The row of the focused square, whose turn it is, and the last move, for a screen reader. */
  function situation({ view, look }) {
    const row = board.querySelector("[role=gridcell][tabindex='0']")?.closest("[role=row]");
    const squares = [...(row?.children ?? [])].map((square) => square.getAttribute("aria-label"));
    const turn = isOver(seen)
      ? text("law.over")
      : (look.turn ?? turnOf(text(`web.colour-name.${look.suits[view.turn - 1]}`), view.phase));
    const moves = look.last?.tokens.map((token) => moveText(view.game, token)).join(", ");
    return [`${squares.join("; ")}.`, turn, moves && text("web.board.last", { moves })].filter(Boolean).join(" ");
  }

  board.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !setting("letters")) return;
    const key = event.key.toLowerCase();
    if (key === "m") entry.focus();
    else if (key === "i") speak(situation(seen));
    else return;
    event.preventDefault();
  });

  function write() {
    const words = el("span", {}, refused || (notice ? sentence(notice) : said));
    if (line.textContent === words.textContent && line.classList.contains("refused") === Boolean(refused)) return;
    line.classList.toggle("refused", Boolean(refused));
    line.classList.toggle("guide", !refused && !notice && !isHalfway && !setting("lines"));
    line.replaceChildren(...(refused ? [icon("refused"), words] : [words]));
  }

  function refuse(reason) {
    refused = reason;
    write();
    exclaim(reason);
  }

  /** Asks the law why a move is not legal in the position that is shown. */
  async function whyNot(token) {
    const asked = position;
    try {
      await api.moves(asked, [token]);
    } catch (refusal) {
      if (asked === position) explained(refusal);
    }
  }

  return {
    well,
    board,
    line,
    entry: entry.element,
    refuse,
    /** Whether the board still shows how the position came about. */
    get busy() {
      return isBusy;
    },
    /** The page's text for the line; null leaves the line to the board. */
    tell(words) {
      notice = words;
      write();
    },
    /** Removes a refusal, once something has happened. */
    forget() {
      refused = "";
      write();
    },
    /** Shows a view; animations continue while the position is the same. */
    show(view, look) {
      position = view.position;
      seen = { view, look };
      if (view.game !== game) {
        shown?.destroy();
        game = view.game;
        shown = createBoard(view.game, {
          board,
          well,
          play,
          rollDice,
          whyNot,
          busy: (is) => {
            const ended = isBusy && !is;
            const before = refused;
            isBusy = is;
            if (ended) again();
            // Keep the reason of a refusal in the meantime readable.
            if (ended && before) {
              refused = before;
              write();
            }
          },
          keep: (key, value) => {
            set(key, value);
            again();
          },
          say: (words, { refused: isRefusal = false, halfway = false, passing = false } = {}) => {
            if (isRefusal) return refuse(words);
            if (words !== said && !passing) refused = "";
            [said, isHalfway] = [words, halfway];
            write();
          },
        });
      }
      const wishes = Object.fromEntries(["letters", "lines", "speed", "skin"].map((key) => [key, setting(key)]));
      if (look.lines !== undefined) wishes.lines = look.lines;
      if (look.aids === false) [wishes.lines, wishes.skin] = [false, ""];
      shown.show(view, { ...look, ...wishes, label: text("web.board-of", { game: look.label }) });
    },
  };
}
