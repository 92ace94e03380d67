// The evaluation of a match: a line of values, mistakes marked. It is one slider for the keyboard and the screen reader.

import { accuracies } from "../../engine/match.js";
import { moveText } from "../../games.js";
import { parts, text } from "../../text.js";
import { el, emblem, sentence } from "../common/element.js";
import { nameAt } from "../table/model.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, RIM] = [360, 76, 10];
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const percent = (share) => text("web.percent", { n: Math.round(share * 100) });

/** What a position is worth, for a screen reader. */
function valueWords(names, { seats, exact, distance }) {
  const best = seats.indexOf(Math.max(...seats));
  const name = names[best];
  if (exact && seats[best] === 1) {
    if (!distance) return text("web.graph.wins", { name });
    return text("web.graph.wins-in", { name, moves: text("web.moves", { n: distance }) });
  }
  if (exact && seats.every((share) => share === seats[0])) return text("web.graph.draw");
  const shares = names.map((each, i) => text("web.graph.share", { name: each, percent: percent(seats[i]) }));
  return text(exact ? "web.graph.shares" : "web.graph.estimate", { shares });
}

/** What a mistake cost. */
function costOf({ exact, lost }) {
  if (!exact) return text("web.graph.lost-estimate", { percent: percent(lost) });
  return text(lost === 1 ? "web.graph.lost-win" : "web.graph.lost-half");
}

/** Calls `look(ply)` to go to a position. */
export function graph({ look }) {
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const marks = el("div", { class: "graph-marks", "aria-hidden": "true" });
  const slider = el("div", { class: "graph-slider", role: "slider", tabindex: 0, "aria-valuemin": 0 }, picture, marks);
  const sides = el("div", { class: "graph-sides", "aria-hidden": "true" });
  const progress = el("span", { class: "small" });
  const summary = el("p", { class: "small", role: "status" });
  const accuracy = el("p", { class: "small accuracy" });
  const slips = el("ol", { class: "slips" });
  const element = el(
    "section",
    { class: "graph", "aria-label": text("web.graph.title"), hidden: true },
    el("div", { class: "row spread" }, el("h2", { class: "label" }, text("web.graph.title")), progress),
    el("div", { class: "graph-body" }, sides, slider),
    summary,
    accuracy,
    slips,
  );
  let match = null;
  let values = new Map();
  let at = 0;
  let failure = "";
  let complete = false;

  slider.addEventListener("click", ({ clientX }) => {
    const { left, width } = slider.getBoundingClientRect();
    go(Math.round(((clientX - left) / width) * match.plies.length));
  });
  slider.addEventListener("keydown", (event) => {
    const to = { Home: 0, End: match.plies.length }[event.key] ?? (event.key in KEYS ? at + KEYS[event.key] : null);
    if (to === null) return;
    event.preventDefault();
    go(to);
  });

  /** At once, so that fast key presses count, even while the position is loading. */
  function go(ply) {
    at = Math.min(Math.max(ply, 0), match.plies.length);
    look(at);
  }

  const names = () => match.seats.map(({ seat }) => nameAt(match, seat));
  const x = (ply) => (ply / Math.max(1, match.plies.length)) * WIDTH;
  const y = (share) => RIM + (1 - share) * (HEIGHT - 2 * RIM);
  /** Positions that are judged: nobody chooses a roll. */
  const all = () => match.plies.filter(({ kind }) => kind !== "roll").length + 1;
  const slipAt = (ply) => values.get(ply - 1)?.slip;

  function draw() {
    const two = match.seats.length === 2;
    const judged = [...values.values()].sort((a, b) => a.ply - b.ply);
    const lines = (two ? [0] : match.seats.map((_, i) => i)).map((seat) => {
      const points = judged.map(({ ply, value }) => `${x(ply).toFixed(1)},${y(value.seats[seat]).toFixed(1)}`);
      const dash = two ? "" : DASHES[seat];
      const suit = two ? "" : `of-${match.seats[seat].suit}`;
      return svg("polyline", { class: `graph-line ${suit}`, points: points.join(" "), "stroke-dasharray": dash });
    });
    picture.replaceChildren(
      svg("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
      ...proved(judged).map(([from, to]) =>
        svg("rect", {
          class: "graph-exact",
          x: x(from),
          y: HEIGHT - 4,
          width: Math.max(3, x(to) - x(from)),
          height: 4,
        }),
      ),
      ...lines,
    );
    marks.replaceChildren(...judged.filter(({ slip }) => slip).map(mark), pointer());
  }

  /** The stretches in which the values are proved. */
  function proved(judged) {
    const runs = [];
    judged.forEach(({ ply, value }, i) => {
      if (!value.exact) return;
      if (judged[i - 1]?.value.exact) runs.at(-1)[1] = ply;
      else runs.push([ply, ply]);
    });
    return runs;
  }

  function place(element, ply, share) {
    element.style.left = `${(x(ply) / WIDTH) * 100}%`;
    element.style.top = `${(y(share) / HEIGHT) * 100}%`;
    return element;
  }

  /** At the position that the mistake led to. */
  function mark({ ply, slip, played }) {
    const seat = match.seats.length === 2 ? 0 : match.plies[ply].seat - 1;
    return place(
      el("span", { class: slip.exact ? "slip-mark" : "slip-mark perhaps" }, "?"),
      ply + 1,
      played.seats[seat],
    );
  }

  function pointer() {
    const share = values.get(at)?.value.seats[0];
    const dot = el("span", { class: share === undefined || match.seats.length > 2 ? "graph-at thin" : "graph-at" });
    return place(dot, at, share ?? 0.5);
  }

  function tell() {
    const judged = values.get(at);
    const slip =
      at && slipAt(at) ? text("web.graph.mistake", { move: moveText(match.game, match.plies[at - 1].token) }) : "";
    const words = judged ? valueWords(names(), judged.value) : text("web.graph.unknown");
    slider.setAttribute("aria-label", text("web.graph.label", { names: names() }));
    slider.setAttribute("aria-valuemax", match.plies.length);
    slider.setAttribute("aria-valuenow", at);
    slider.setAttribute(
      "aria-valuetext",
      [at ? text("web.graph.after", { ply: at }) : text("web.graph.start"), words, slip].filter(Boolean).join(", "),
    );
    const found = [...values.values()].filter((one) => one.slip).length;
    summary.textContent = failure ? text("web.graph.failed", { reason: failure }) : mistakes(found);
    const proof = [...values.values()].some(({ value }) => value.exact);
    progress.classList.toggle("graph-key", complete && proof);
    progress.textContent = complete
      ? proof
        ? text("web.graph.proven")
        : ""
      : text("web.graph.working", { done: values.size, n: all() });
  }

  /** How well each player chose, when all is judged. */
  function tellAccuracy() {
    const found = complete && !failure ? accuracies([...values.values()], seatAt, match.seats.length) : [];
    const known = match.seats.filter((_, i) => typeof found[i] === "number");
    accuracy.hidden = !known.length;
    const each = known.map((seat) =>
      text("web.graph.accuracy-of", { name: seat.name, n: Math.round(found[match.seats.indexOf(seat)]) }),
    );
    accuracy.textContent = text("web.graph.accuracy", { each });
    accuracy.title = text("web.graph.accuracy-about");
  }

  const seatAt = (ply) => match.plies[ply]?.seat;

  function mistakes(n) {
    if (n) return text("web.graph.mistakes", { n });
    return text(complete && !match.goesOn ? "web.graph.none" : "web.graph.so-far");
  }

  function listSlips() {
    const found = [...values.values()].filter(({ slip }) => slip).sort((a, b) => a.ply - b.ply);
    slips.hidden = !found.length;
    if (found.length === slips.children.length) return;
    slips.replaceChildren(
      ...found.map(({ ply, slip, best }) => {
        const { token, seat } = match.plies[ply];
        const words = parts("web.graph.slip", {
          ply: ply + 1,
          move: { em: moveText(match.game, token) },
          cost: costOf(slip),
          better: { em: moveText(match.game, best) },
        });
        return el(
          "li",
          {},
          emblem(match.seats[seat - 1].suit),
          el("button", { type: "button", class: "slip", onclick: () => go(ply) }, sentence(words)),
        );
      }),
    );
  }

  function show() {
    if (!match) return;
    draw();
    tell();
    tellAccuracy();
    listSlips();
  }

  return {
    element,
    /** A match to be judged: its `game`, `seats` and `plies`, and whether it `goesOn`. */
    begin(next) {
      [match, values, failure, complete] = [next, new Map(), "", false];
      element.hidden = false;
      slips.replaceChildren();
      sides.replaceChildren(...match.seats.map(({ suit }) => emblem(suit)));
      show();
    },
    /** The same match with other plies at its end: more of them, or fewer after an undo. What is known of the others
     * stays; gives how many plies are the same. */
    follow(next) {
      const other = next.plies.findIndex((ply, n) => ply.token !== match.plies[n]?.token);
      const same = other < 0 ? next.plies.length : other;
      for (const [ply, judged] of values) {
        if (ply > same) values.delete(ply);
        else if (ply === same) values.set(ply, { ...judged, slip: null });
      }
      if (at === match.plies.length || at > next.plies.length) at = next.plies.length;
      [match, complete, failure] = [next, false, ""];
      show();
      return same;
    },
    /** The server's evaluation of one position. */
    add(judged) {
      values.set(judged.ply, judged);
      show();
    },
    end(reason = "") {
      [complete, failure] = [true, reason];
      show();
    },
    /** The position that is shown; null: none of the match. */
    show(ply) {
      slider.classList.toggle("elsewhere", ply === null);
      if (ply !== null) at = ply;
      show();
    },
  };
}
