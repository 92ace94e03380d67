// tritoc's dice: two on one button, the sum, and what a throw means.

import { arrive, calm, fillWell } from "./board.js";
import { die, emblem, html } from "./draw.js";
import { words } from "./words.js";

/** What the dice show before the first throw: the house's own number. */
const UNTHROWN = [5, 5];
const TUMBLE = 520;

/** Faces for a throw of which only the sum is known, as in a position that was set up. */
const halves = (sum) => [Math.ceil(sum / 2), Math.floor(sum / 2)];

/** The dice in the well. `throwDice()` and `leaveIt()` are called by their buttons. */
export function createDice(well, { throwDice, leaveIt }) {
  const label = html("h3", { class: "well-label" });
  const dice = html("button", { type: "button", class: "dice" });
  const sum = html("p", { class: "well-sum" });
  const tries = html("p", { class: "well-small" });
  const meaning = html("p", { class: "well-small dice-meaning" });
  const worth = html("span", {});
  const leaveButton = html("button", { type: "button", class: "deed" }, words.tritoc.leave, worth);
  const fields = html("ul", { class: "counters" });
  dice.addEventListener("click", throwDice);
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
    html("div", { class: "well-part" }, html("h3", { class: "well-label" }, words.tritoc.fields), fields),
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
      const throwing = view.deed === "throw";
      const faces = look.dice?.faces ?? null;
      const total = view.throw ?? (faces && view.tries ? faces[0] + faces[1] : null);
      turn(faces ?? (total ? halves(total) : UNTHROWN));
      label.textContent = words.tritoc.dice(throwing, mine);
      dice.classList.toggle("live", mine && throwing);
      dice.classList.toggle("unthrown", !faces);
      dice.classList.toggle("rolling", Boolean(look.dice?.rolling) && !calm());
      dice.setAttribute("aria-disabled", !(mine && throwing));
      dice.setAttribute("aria-label", words.tritoc.diceName(faces, mine && throwing));
      sum.textContent = total ?? "";
      sum.hidden = total === null;
      tries.textContent = view.outcome ? "" : words.tritoc.tries(view.tries, throwing);
      meaning.textContent = view.outcome ? "" : words.tritoc.meaning(view.throw, total, view.tries, mine);
      leaveButton.hidden = !(mine && view.moves.includes("-"));
      leaveButton.classList.toggle("hinted", look.hint === "-");
      const value = look.values?.["-"];
      worth.className = value ? `tag tag-${value.kind}` : "";
      worth.textContent = value?.text ?? "";
      fields.replaceChildren(
        ...view.counters.map((count, i) =>
          html("li", {}, emblem(suits[i]), html("span", { class: "unseen" }, words.suits[suits[i]]), ` ${count}`),
        ),
      );
    },
  };
}
