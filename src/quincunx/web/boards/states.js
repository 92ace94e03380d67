// Markers for the states of a square. Each has a different shape, so that none relies on colour. Sizes are for a square
// of 100 units; `unit` scales them.

import { circle, polyline, rect, svg, svgText } from "./draw.js";

/** A legal target. */
export const dot = (x, y, unit) => circle(x, y, 9 * unit, "legal-dot");

/** Corner brackets around the square of the last move; `half` is half its side. */
export function brackets(x, y, half, unit) {
  const far = half - 4 * unit;
  const arm = 20 * unit;
  const corner = (dx, dy) => `M${x + dx * (far - arm)} ${y + dy * far}H${x + dx * far}V${y + dy * (far - arm)}`;
  const d = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
  return svg("path", { class: "last-move", d, "stroke-width": 4 * unit });
}

/** A good move: a circle with four ticks across it, with a casing so that it is visible on any background. */
export function hint(x, y, unit) {
  const tick = (dx, dy) => `M${x + dx * 30 * unit} ${y + dy * 30 * unit}L${x + dx * 46 * unit} ${y + dy * 46 * unit}`;
  const ticks = tick(0, -1) + tick(1, 0) + tick(0, 1) + tick(-1, 0);
  const drawn = (extra, width) => [
    svg("circle", { class: extra, cx: x, cy: y, r: 38 * unit, "stroke-width": width * unit }),
    svg("path", { class: extra, d: ticks, "stroke-width": width * unit }),
  ];
  return svg("g", { class: "hint" }, drawn("hint-casing", 8), drawn("hint-mark", 4));
}

/** The value of a move: filled pill, outlined pill, block or dashed pill. `most` is the available width. */
export function badge(value, x, y, unit, most = Infinity) {
  const size = Math.max(16 * unit, 10);
  const width = Math.min(value.text.length * size * 0.56 + size * 0.9, most);
  const height = size * 1.6;
  return svg(
    "g",
    { class: `value value-${value.kind}` },
    rect(x - width / 2, y - height / 2, width, height, value.kind === "loss" ? 3 * unit : height / 2, "value-plate"),
    svgText(value.text, x, y, Math.min(size, (1.7 * width) / value.text.length), "value-text"),
  );
}

/** A ring with a cross (it loses) or a tick (it wins). */
export function verdict(x, y, unit, good = false) {
  const mark = good ? "M-7 0.5L-2 6L7.5 -6" : "M-6 -6L6 6M6 -6L-6 6";
  return svg(
    "g",
    { class: good ? "verdict good" : "verdict", transform: `translate(${x} ${y}) scale(${unit})` },
    circle(0, 0, 17, "verdict-ring"),
    svg("path", { class: "verdict-mark", d: mark }),
  );
}

/** A stroke with a casing: a winning line, or a threat. */
export function stroke(points, extra) {
  return svg("g", { class: `line ${extra}` }, polyline(points, "line-casing"), polyline(points, "line-mark"));
}
