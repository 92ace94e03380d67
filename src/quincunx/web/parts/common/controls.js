// Controls for the options of a game, made from what the game declares. Nothing here knows any game.

import { text } from "../../text.js";
import { el, fresh, iconButton } from "./element.js";

const MOST_SEGMENTS = 5;
/** Choices with at most this many letters in total are side by side. */
const SEGMENT_LETTERS = 60;

/** A labelled control: `element`, `value` (get and set) and `error` (set); `changed()` is called on every change. */
export function choice(option, changed) {
  const control = KINDS[option.kind](option, changed);
  return labelled(option, control);
}

/** A row with label, help, control, and a place for an error message. */
export function labelled({ label, help }, control) {
  const id = fresh("option");
  const wrong = el("p", { id: `${id}-error`, class: "error" });
  const note = el("span", { id: `${id}-help`, class: "small" }, help ?? "");
  const field = control.field ?? control.element;
  field.setAttribute("aria-labelledby", id);
  field.setAttribute("aria-describedby", `${id}-help ${id}-error`);
  const element = el(
    "div",
    { class: "choice" },
    el("div", { class: "choice-label" }, el("span", { id, class: "name" }, label), note),
    el("div", { class: "choice-control" }, control.element, wrong),
  );
  return {
    element,
    get value() {
      return control.value;
    },
    set value(to) {
      control.value = to;
    },
    /** Offers only what the other options allow: `choices`, and `most` of a number; hidden if it is null. */
    narrow(left) {
      element.hidden = left === null;
      if (left?.choices) control.narrow?.(left);
    },
    set error(reason) {
      wrong.textContent = reason;
      field.toggleAttribute("aria-invalid", Boolean(reason));
    },
  };
}

/** A few choices side by side; a real group of radio buttons. */
export function segments(choices, chosen, changed) {
  const name = fresh("segments");
  const inputs = Object.entries(choices).map(([value, words]) => {
    const id = fresh("segment");
    const input = el("input", { type: "radio", name, id, value, class: "unseen", onchange: changed });
    return { input, element: el("span", { class: "segment" }, input, el("label", { for: id }, words)) };
  });
  const element = el(
    "div",
    { class: "segments", role: "radiogroup" },
    inputs.map((one) => one.element),
  );
  const control = {
    element,
    get value() {
      return inputs.find(({ input }) => input.checked)?.input.value ?? chosen;
    },
    set value(to) {
      for (const { input } of inputs) input.checked = input.value === String(to);
    },
    narrow({ choices }) {
      for (const { input, element } of inputs) element.hidden = !choices.includes(input.value);
    },
  };
  control.value = chosen;
  return control;
}

/** A control that is one element with a value. */
const valued = (element) => ({
  element,
  get value() {
    return element.value;
  },
  set value(to) {
    element.value = to;
  },
});

export function select(choices, chosen, changed) {
  const element = el(
    "select",
    { class: "field", onchange: changed },
    Object.entries(choices).map(([value, words]) => el("option", { value }, words)),
  );
  element.value = chosen;
  const all = [...element.options];
  return Object.assign(valued(element), {
    narrow({ choices }) {
      const now = element.value;
      element.replaceChildren(...all.filter(({ value }) => choices.includes(value)));
      element.value = now;
    },
  });
}

/** Few short choices are side by side, others in a menu. */
function oneOf({ choices, default: chosen }, changed) {
  const labels = Object.values(choices);
  const fit = labels.length <= MOST_SEGMENTS && labels.join("").length <= SEGMENT_LETTERS;
  return (fit ? segments : select)(choices, String(chosen), changed);
}

function yesNo({ default: chosen }, changed) {
  const element = el("button", { type: "button", role: "switch", class: "switch", "aria-checked": String(chosen) });
  element.addEventListener("click", () => {
    element.setAttribute("aria-checked", String(element.getAttribute("aria-checked") !== "true"));
    changed();
  });
  return {
    element,
    get value() {
      return element.getAttribute("aria-checked");
    },
    set value(to) {
      element.setAttribute("aria-checked", String(to));
    },
  };
}

/** A number with a minus and a plus; typing works too, and the server refuses what is out of range. */
export function stepper(low, high, chosen, changed, label = "") {
  const input = el("input", {
    class: "stepper-number",
    type: "text",
    inputmode: "numeric",
    role: "spinbutton",
    "aria-valuemin": low,
    "aria-valuemax": high,
    "aria-label": label || null,
    maxlength: 4,
  });
  const by = (step) => () => put(Math.min(high, Math.max(low, (Number(input.value) || low) + step)));
  function put(to) {
    input.value = to;
    tell();
    changed();
  }
  function tell() {
    input.setAttribute("aria-valuenow", Number(input.value) || low);
  }
  input.addEventListener("input", () => {
    tell();
    changed();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    by(step)();
  });
  input.value = chosen;
  tell();
  const press = (name, label, step) => iconButton(name, label, { onclick: by(step), tabindex: -1 });
  return {
    element: el(
      "div",
      { class: "stepper" },
      press("minus", text("web.form.less"), -1),
      input,
      press("plus", text("web.form.more"), 1),
    ),
    field: input,
    get value() {
      return input.value.trim();
    },
    set value(to) {
      input.value = to;
      tell();
    },
  };
}

function whole({ low, high, default: chosen, label }, changed) {
  if (high - low < MOST_SEGMENTS) {
    const numbers = Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
    return segments(Object.fromEntries(numbers.map((n) => [n, n])), String(chosen), changed);
  }
  return stepper(low, high, String(chosen), changed, label);
}

function size({ low, high, default: chosen }, changed) {
  const [width, height] = String(chosen).split("x");
  const sides = [
    stepper(low, high, width, changed, text("web.form.columns")),
    stepper(low, high, height, changed, text("web.form.rows")),
  ];
  return {
    element: el(
      "div",
      { class: "row", role: "group" },
      sides[0].element,
      text("web.form.by"),
      sides[1].element,
      range(low, high),
    ),
    get value() {
      return sides.map((side) => side.value).join("x");
    },
    set value(to) {
      for (const [index, part] of to.split("x").entries()) sides[index].value = part;
    },
  };
}

/** A word, and for some words a number. */
function counted({ choices, most, default: chosen }, changed) {
  const number = el("div", { class: "row" });
  const words = oneOf({ choices, default: "" }, () => {
    draw(1);
    changed();
  });
  let count = null;
  let limits = most;
  function draw(start) {
    const high = limits[words.value];
    count = high ? stepper(1, high, String(start), changed, text("web.form.number")) : null;
    number.replaceChildren(...(count ? [count.element, range(1, high)] : []));
  }
  const control = {
    element: el("div", { class: "row" }, words.element, number),
    field: words.field ?? words.element,
    get value() {
      return words.value + (count?.value ?? "");
    },
    set value(to) {
      // Ignore a value from an older form that is neither.
      const [, word, start] = String(to).match(/^([a-z]+)(\d*)$/) ?? [];
      if (!(word in choices)) return;
      words.value = word;
      draw(start || 1);
    },
    narrow(left) {
      words.narrow(left);
      const lower = left.most[words.value] !== limits[words.value];
      limits = left.most;
      if (lower) draw(count?.value || 1);
    },
  };
  control.value = chosen;
  return control;
}

const range = (low, high) => el("span", { class: "small" }, text("web.form.range", { low, high }));

function written({ default: chosen }, changed) {
  const element = el("input", { class: "field", value: chosen, oninput: changed });
  return valued(element);
}

const KINDS = { choice: oneOf, whole, size, counted, flag: yesNo, text: written };
