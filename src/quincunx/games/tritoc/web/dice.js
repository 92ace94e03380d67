// tritoc's dice: two on one button, the sum, and what a roll means.

import { arrive, calm, fillWell } from "../../boards/board.js";
import { at, circle, emblem, html, superellipse, svg } from "../../boards/draw.js";
import { colour, named } from "../../boards/phrases.js";
import { text } from "../../text.js";

/** The dice before the first roll: fives, after the name Quincunx. */
const UNROLLED = [5, 5];
const TUMBLE = 520;

/** Faces for a roll of which only the sum is known, such as in a position that was set up. */
const halves = (sum) => [Math.ceil(sum / 2), Math.floor(sum / 2)];

/** The dice in the well. Their buttons call `rollDice()` and `leaveIt()`. */
export function createDice(well, { rollDice, leaveIt }) {
  const label = html("h2", { class: "well-label" });
  const dice = html("button", { type: "button", class: "dice" });
  const sum = html("p", { class: "well-sum" });
  const tries = html("p", { class: "well-small" });
  const meaning = html("p", { class: "well-small dice-meaning" });
  const worth = html("span", {});
  const leaveButton = html("button", { type: "button", class: "action" }, text("tritoc.board.pass"), worth);
  const fields = html("ul", { class: "counters" });
  dice.addEventListener("click", rollDice);
  leaveButton.addEventListener("click", leaveIt);
  fillWell(
    well,
    html(
      "div",
      { class: "well-part dice-part" },
      label,
      dice,
      html("div", { class: "sum-part" }, sum, tries),
      meaning,
      leaveButton,
    ),
    html("div", { class: "well-part" }, html("h2", { class: "well-label" }, text("tritoc.board.fields")), fields),
  );
  let shown = "";

  function turn(faces) {
    const now = faces.join();
    if (now === shown) return;
    dice.replaceChildren(...faces.map(die));
    const tumbles = shown !== "" && !calm();
    [...dice.children].forEach((face, i) => {
      const from = { transform: `translate(${i ? 18 : -18}px, -34px) rotate(${i ? 300 : -260}deg)` };
      if (tumbles) arrive(face, from, TUMBLE, 30 * i);
    });
    shown = now;
  }

  return {
    show(view, look, { mine, suits }) {
      const rolling = view.phase === "roll";
      const faces = look.dice?.faces ?? null;
      const total = view.roll ?? (faces && view.tries ? faces[0] + faces[1] : null);
      turn(faces ?? (total ? halves(total) : UNROLLED));
      label.textContent = heading(rolling, mine);
      dice.classList.toggle("live", mine && rolling);
      dice.classList.toggle("unrolled", !faces);
      dice.classList.toggle("rolling", Boolean(look.dice?.rolling) && !calm());
      dice.setAttribute("aria-disabled", !(mine && rolling));
      dice.setAttribute("aria-label", diceName(faces, mine && rolling));
      sum.textContent = total ?? "";
      sum.hidden = total === null;
      tries.textContent = view.outcome ? "" : triesLeft(view.tries, rolling);
      meaning.textContent = view.outcome ? "" : meaningOf(view.roll, total, view.tries, mine);
      leaveButton.hidden = !(mine && view.moves.includes("-"));
      leaveButton.classList.toggle("hinted", look.hint === "-");
      const value = look.values?.["-"];
      worth.className = value ? `tag tag-${value.kind}` : "";
      worth.textContent = value?.text ?? "";
      fields.replaceChildren(
        ...view.counters.map((count, i) =>
          html("li", {}, emblem(suits[i]), html("span", { class: "unseen" }, colour(suits[i])), ` ${count}`),
        ),
      );
    },
  };
}

function heading(rolling, mine) {
  if (!rolling) return text("tritoc.board.rolled");
  return text(mine ? "tritoc.board.roll" : "tritoc.board.to-roll");
}

const diceName = (faces, live) =>
  named(
    text(live ? "tritoc.board.roll" : "tritoc.board.dice"),
    faces && text("tritoc.board.faces", { first: faces[0], second: faces[1] }),
  );

const triesLeft = (tries, rolling) => text(rolling && !tries ? "tritoc.board.tries" : `tritoc.board.try.${tries}`);

/** What to do with a roll, if that needs explaining. */
function meaningOf(sum, total, tries, mine) {
  if (sum === 2) return text(mine ? "tritoc.board.own-piece" : "tritoc.board.own-piece-theirs");
  if (sum === 12) return text(mine ? "tritoc.board.other-piece" : "tritoc.board.other-piece-theirs");
  return tries && !sum && total ? text("tritoc.board.useless", { roll: total }) : "";
}

/** The positions of the pips on each face, numbered like a telephone's keys. */
const PIPS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" };

/** A die in a 100 x 104 box, with its foot at the bottom. */
function die(face) {
  const shape = superellipse(47, 47, 4.5);
  return svg(
    "svg",
    { class: "die", viewBox: "0 0 100 104", "aria-hidden": "true", focusable: "false" },
    svg("path", { class: "die-foot", d: shape, transform: at(50, 53.5) }),
    svg("path", { class: "die-face", d: shape, transform: at(50, 49.5) }),
    [...PIPS[face]].map((key) =>
      circle(25 + 25 * ((key - 1) % 3), 24.5 + 25 * Math.floor((key - 1) / 3), 8.6, "die-pip"),
    ),
  );
}
