// xchain's waves: played at a chosen speed or step by step, and their part of the well.

import { calm } from "../../boards/board.js";
import { emblem, html, svg } from "../../boards/draw.js";
import { colour } from "../../boards/phrases.js";
import { text } from "../../text.js";

/** How long a wave is shown, in milliseconds. */
const PACE = { slow: 800, normal: 360, fast: 120 };

/** The maximum duration of a whole chain, in milliseconds: a long one has shorter waves. */
const LONGEST = { slow: 8000, normal: 3000, fast: 1200 };

/** The speeds on the slider, from the left. */
const SPEEDS = ["step", "slow", "normal", "fast", "off"];

/** Animates a chain. It is for display only and can be ended at any time. */
export class Chain {
  /** Calls `draw()` whenever the picture changes. */
  constructor(draw) {
    this.draw = draw;
    this.steps = [];
    /** The chains of moves made while this one is still shown, including empty ones. */
    this.later = [];
    /** Whether the chain shown is older than the last move. */
    this.behind = false;
    this.at = 0;
    this.speed = "normal";
    this.paused = false;
  }

  /** The picture to show, or null if no chain is running. */
  get step() {
    return this.steps[this.at] ?? null;
  }

  /** How long to show a wave, in milliseconds. */
  get wave() {
    return Math.min(PACE[this.speed], LONGEST[this.speed] / this.steps.length);
  }

  get moves() {
    return !this.paused && this.speed in PACE;
  }

  start(steps, speed) {
    this.steps = steps;
    this.later = [];
    this.behind = false;
    this.paused = false;
    this.speed = speed;
    const skipped = speed === "off" || (speed !== "step" && calm());
    this.at = skipped ? steps.length : 0;
    this.#wait();
  }

  /** Queues the chain of another move. */
  append(steps) {
    this.behind = true;
    this.later.push(steps);
  }

  pace(speed) {
    if (speed === this.speed) return;
    this.speed = speed;
    this.paused = false;
    if (speed === "off") this.stop();
    this.#wait();
  }

  pause(paused) {
    this.paused = paused;
    this.#wait();
    this.draw();
  }

  next(count = 1) {
    if (!this.step) return;
    this.at = Math.min(this.at + count, this.steps.length);
    while (!this.step && this.later.length) [this.steps, this.at] = [this.later.shift(), 0];
    if (!this.later.length && this.at === 0) this.behind = false;
    this.#wait();
    this.draw();
  }

  end() {
    if (!this.step) return;
    this.stop();
    this.draw();
  }

  /** Ends the chain without drawing. */
  stop() {
    this.at = this.steps.length;
    this.later = [];
    this.behind = false;
    clearTimeout(this.timer);
  }

  #wait() {
    clearTimeout(this.timer);
    if (!this.step || !this.moves) return;
    // Skip waves if drawing is too slow.
    const [due, wave] = [performance.now() + this.wave, this.wave];
    this.timer = setTimeout(() => this.next(1 + Math.max(0, Math.floor((performance.now() - due) / wave))), wave);
  }
}

/** Counters of the seats, the chain with its buttons, and its speed. */
export function createChainPanel(chain, pace) {
  const counters = html("ul", { class: "counters" });
  const number = html("span", { class: "well-number" });
  const waves = html("span", { class: "well-small" });
  const pause = button("pause", () => chain.pause(!chain.paused));
  const step = button("step", () => {
    chain.pause(true);
    chain.next();
  });
  const skip = button("skip", () => chain.end());
  const slider = html("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, class: "speed" });
  const speed = html("span", { class: "well-small" });
  const running = html(
    "div",
    { class: "well-part chain" },
    html("h2", { class: "well-label" }, text("xchain.board.chain")),
    html("p", {}, number, " ", waves),
    html("div", { class: "chain-buttons" }, pause, step, skip),
  );
  const title = html("h2", { class: "well-label" }, text("xchain.board.speed"), speed);
  slider.setAttribute("aria-label", text("xchain.board.speed"));
  slider.addEventListener("input", () => pace(SPEEDS[slider.value]));

  return {
    elements: [
      html("div", { class: "well-part" }, html("h2", { class: "well-label" }, text("xchain.board.squares")), counters),
      running,
      html("div", { class: "well-part" }, title, slider),
    ],
    show(view, suits) {
      const { steps, at } = chain;
      counters.replaceChildren(...view.counters.map((count, i) => counter(count, suits[i], view.standing[i])));
      running.classList.toggle("at-rest", !chain.step);
      number.textContent = chain.step ? at + 1 : steps.length || "";
      waves.textContent = wavesOf(steps.length, Boolean(chain.step));
      for (const each of [pause, step, skip]) each.disabled = !chain.step;
      name(pause, chain.moves ? "pause" : "play");
      pause.disabled ||= chain.speed === "step";
      slider.value = SPEEDS.indexOf(chain.speed);
      speed.textContent = text(`xchain.board.speeds.${chain.speed}`);
      slider.setAttribute("aria-valuetext", text(`xchain.board.speeds.${chain.speed}`));
    },
  };
}

/** The text after the number of waves. */
function wavesOf(n, running) {
  if (!n) return text("xchain.board.no-chain");
  return text(running ? "xchain.board.waves-of" : "xchain.board.waves", { n });
}

function button(what, press) {
  const made = html("button", { type: "button", class: "action icon-action" });
  name(made, what);
  made.addEventListener("click", press);
  return made;
}

function name(button, what) {
  if (button.dataset.what === what) return;
  button.dataset.what = what;
  button.title = text(`xchain.board.button.${what}`);
  button.setAttribute("aria-label", button.title);
  button.replaceChildren(icon(what));
}

function counter(count, suit, standing) {
  const gone = standing === "dead" || standing === "out";
  return html(
    "li",
    { class: gone ? "gone" : null },
    emblem(suit),
    html("span", { class: "unseen" }, colour(suit)),
    ` ${count}`,
    gone && html("span", { class: "well-small" }, ` ${text(`xchain.word.${standing}`)}`),
  );
}

const ICONS = {
  pause: "M7 4v12M13 4v12",
  play: "M6 4l9 6-9 6z",
  step: "M4 4l8 6-8 6zM16 4v12",
  skip: "M6 4l8 6-8 6M16 4v12",
};

/** A button's icon, in a 20 x 20 box. */
function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}
