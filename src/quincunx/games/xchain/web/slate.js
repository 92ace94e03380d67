// The geometry of xchain's board in any size. Constants are for the classic board of 8 x 8.

import { svgText } from "../../boards/draw.js";

const RIM = 24;
const INNER = 672;
const PITCH = 84;
/** The gap between a square's edge and its grid line. */
export const INSET = 2;
/** How many rows and columns the loupe shows. */
const WINDOW = 4;

/** The layout of a board of this size. */
export function measure({ columns, rows }) {
  const pitch = INNER / Math.max(columns.length, rows.length);
  const [width, height] = [columns, rows].map((labels) => 2 * RIM + pitch * labels.length);
  const middle = (i) => RIM + pitch * i + pitch / 2;
  const spots = new Map(rows.flatMap((row, y) => columns.map((column, x) => [column + row, [x, y]])));
  const nameAt = (x, y) => (columns[x] && rows[y] ? columns[x] + rows[y] : null);
  const place = (name) => spots.get(name).map(middle);
  const cell = (name) => {
    const [x, y] = place(name);
    const half = pitch / 2;
    const ring = [x - half + INSET, y - half + INSET, pitch - 2 * INSET, pitch - 2 * INSET];
    return { name, x: x - half, y: y - half, width: pitch, height: pitch, ring };
  };
  const start = (i, count) => Math.max(0, Math.min(i - 1, count - WINDOW));
  return {
    pitch,
    unit: pitch / PITCH,
    place,
    plan: {
      key: `xchain ${columns.length}x${rows.length}`,
      box: [0, 0, width, height],
      crop: [RIM - 8, RIM - 8, width - 2 * RIM + 16, height - 2 * RIM + 16],
      rows: rows.map((row) => columns.map((column) => cell(column + row))),
    },
    labels: () => [
      ...columns.map((label, i) => svgText(label, middle(i), height - RIM / 2 + 1, 13, "rim-label")),
      ...rows.map((label, i) => svgText(label, RIM / 2, middle(i), 13, "rim-label")),
    ],
    neighbours(name) {
      const [x, y] = spots.get(name);
      return [nameAt(x, y - 1), nameAt(x - 1, y), nameAt(x + 1, y), nameAt(x, y + 1)].filter(Boolean);
    },
    /** The top left square of the 4 x 4 part around a square. */
    corner(name) {
      const [x, y] = spots.get(name);
      return [start(x, columns.length), start(y, rows.length)];
    },
    window: ([x, y]) =>
      rows.slice(y, y + WINDOW).map((row) => columns.slice(x, x + WINDOW).map((column) => column + row)),
  };
}
