// The board on its page: the board itself, the well beside it, and the line under it.

import * as api from "../../api.js";
import { createBoard } from "../../games.js";
import { set, setting } from "../../player.js";
import { text } from "../../text.js";
import { exclaim } from "../common/announcer.js";
import { el, icon, sentence } from "../common/element.js";

/** `play(token)` and `rollDice()` are the board's wishes; `again()` asks for the same view to be shown once more;
 * `refused(refusal)` is called with the law's refusal of a move that was tried. */
export function stage({ play, rollDice, again, refused: explained = ({ message }) => refuse(message) }) {
  const well = el("div", { class: "well" });
  const board = el("div", { class: "board-place" });
  const line = el("p", { class: "board-line", "aria-live": "polite" });
  const part = el("div", { class: "board-part" }, board, line);
  let shown = null;
  let game = "";
  let position = "";
  let said = "";
  let isHalfway = false;
  let isBusy = false;
  let notice = null;
  let refused = "";

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
    part,
    board,
    refuse,
    /** Whether the board still shows how the position came about. */
    get busy() {
      return isBusy;
    },
    /** Words of the page for the line; null leaves it to the board. */
    tell(words) {
      notice = words;
      write();
    },
    /** A refusal is over when something has happened. */
    forget() {
      refused = "";
      write();
    },
    /** Shows a view; the board lets what moves on it run on while the position is the same. */
    show(view, look) {
      position = view.position;
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
            isBusy = is;
            if (ended) again();
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
      const wishes = Object.fromEntries(["letters", "lines", "speed"].map((key) => [key, setting(key)]));
      shown.show(view, { ...look, ...wishes, label: text("web.board-of", { game: look.label }) });
    },
  };
}
