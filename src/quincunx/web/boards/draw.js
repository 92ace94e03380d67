// SVG helpers and shapes for the boards; colours come from boards.css.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element, without attributes and children that are null or false. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The same for an HTML element. */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value != null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const round = (number) => Math.round(number * 100) / 100;

/** A closed path through points. */
export function polygon(points) {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/** Piet Hein's curve |x/a|^n + |y/b|^n = 1 around the origin. */
export function superellipse(a, b = a, n = 2.5) {
  const bend = (value) => Math.sign(value) * Math.abs(value) ** (2 / n);
  const points = Array.from({ length: 48 }, (_, i) => {
    const angle = (i * Math.PI) / 24;
    return [a * bend(Math.cos(angle)), b * bend(Math.sin(angle))];
  });
  return polygon(points);
}

/** A star, with eight rays by default. */
export function star(outer, inner, rays = 8) {
  const points = Array.from({ length: 2 * rays }, (_, i) => {
    const angle = (i * Math.PI) / rays - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return polygon(points);
}

/** The outline of each suit, of size r around the origin. */
const SUITS = {
  blue: (r) => {
    const radius = round(0.96 * r);
    return `M${-radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
  },
  red: (r) =>
    polygon([
      [0, -1.2 * r],
      [1.2 * r, 0],
      [0, 1.2 * r],
      [-1.2 * r, 0],
    ]),
  yellow: (r) =>
    polygon([
      [0, -1.24 * r],
      [1.17 * r, 0.82 * r],
      [-1.17 * r, 0.82 * r],
    ]),
  plum: (r) => superellipse(0.9 * r, 0.9 * r, 5),
};

export const suitPath = (name, r) => SUITS[name](r);

/** A suit at a position, filled and outlined in its colours. */
export function suit(name, r, x = 0, y = 0, extra = "") {
  return svg("path", {
    class: `token of-${name} ${extra}`.trim(),
    d: suitPath(name, r),
    transform: at(x, y),
    "stroke-width": round(Math.max(r / 10, 1)),
  });
}

/** A suit's icon to show beside a name, in a 24 x 24 box. */
export function emblem(name) {
  return svg(
    "svg",
    { class: "emblem", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { class: `token of-${name}`, d: suitPath(name, 8.2), transform: at(12, 12), "stroke-width": 1.6 }),
  );
}

export const at = (x, y) => `translate(${round(x)} ${round(y)})`;

export function svgText(content, x, y, size, extra = "") {
  return svg("text", { class: extra, x: round(x), y: round(y), "font-size": round(size) }, content);
}

export function rect(x, y, width, height, corner, extra = "") {
  return svg("rect", { class: extra, x, y, width, height, rx: corner });
}

export function circle(x, y, r, extra = "") {
  return svg("circle", { class: extra, cx: round(x), cy: round(y), r: round(r) });
}

export function line([x1, y1], [x2, y2], extra = "") {
  return svg("line", { class: extra, x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) });
}

/** A line through several points. */
export function polyline(points, extra = "") {
  return svg("polyline", { class: extra, points: points.map((point) => point.map(round).join()).join(" ") });
}
