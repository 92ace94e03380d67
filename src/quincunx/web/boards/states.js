// What can be true of a square. Each state has a shape of its own, so that none needs its colour. Sizes are those of a
// square of 100, `unit` is how large a square is compared with that.

import { circle, polyline, rect, svg, svgText } from "./draw.js";

/** A legal target. */
export const dot = (x, y, unit) => circle(x, y, 9 * unit, "legal-dot");

/** Four corners of the square that the last move went to; `half` is half of the square's side. */
export function brackets(x, y, half, unit) {
  const far = half - 4 * unit;
  const arm = 20 * unit;
  const corner = (dx, dy) => `M${x + dx * (far - arm)} ${y + dy * far}H${x + dx * far}V${y + dy * (far - arm)}`;
  const d = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
  return svg("path", { class: "last-move", d, "stroke-width": 4 * unit });
}

/** A good move: circle and four ticks across it, cased so that it shows on anything. */
export function hint(x, y, unit) {
  const tick = (dx, dy) => `M${x + dx * 30 * unit} ${y + dy * 30 * unit}L${x + dx * 46 * unit} ${y + dy * 46 * unit}`;
  const ticks = tick(0, -1) + tick(1, 0) + tick(0, 1) + tick(-1, 0);
  const drawn = (extra, width) => [
    svg("circle", { class: extra, cx: x, cy: y, r: 38 * unit, "stroke-width": width * unit }),
    svg("path", { class: extra, d: ticks, "stroke-width": width * unit }),
  ];
  return svg("g", { class: "hint" }, drawn("hint-casing", 8), drawn("hint-mark", 4));
}

/** What a move is worth: filled pill, outlined pill, block, dashed pill. `most` is the room there is. */
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

/** A cased stroke through some points: the line that decided, or that threatens. */
export function stroke(points, extra) {
  return svg("g", { class: `line ${extra}` }, polyline(points, "line-casing"), polyline(points, "line-mark"));
}
