// The geometry of tesseract's picture: where each square lies, and which lines go through it.

import { svgText } from "../../boards/draw.js";

export const CELL = 36;
const PITCH = 39;
const GAP = 16;
const RIM = 34;
const END = 14;
export const DIGITS = "0123456789ABCDEF";

const along = (i) => RIM + PITCH * i + GAP * Math.floor(i / 4) + PITCH / 2;
const hex = (digit) => DIGITS.indexOf(digit);

/** Four dimensions: 16 boards of 16, on which all lines are straight. Three: four boards, two by two, so that squares are
 * large; lines that go from board to board bend. */
export function layout({ columns, rows }) {
  const isCube = columns.length < 16;
  const spot = (name) => {
    const [row, column] = [hex(name[0]), hex(name[1])];
    return isCube ? [4 * ((row >> 2) & 1) + column, 4 * (row >> 3) + (row % 4)] : [column, row];
  };
  const place = (name) => spot(name).map(along);
  const [wide, high] = isCube ? [8, 8] : [16, 16];
  const [width, height] = [wide, high].map((count) => along(count - 1) + PITCH / 2 + END);
  const grid = Array.from({ length: high }, () => []);
  for (const name of rows.flatMap((row) => columns.map((column) => row + column))) {
    const [x, y] = spot(name);
    const [cx, cy] = place(name);
    const ring = [cx - CELL / 2, cy - CELL / 2, CELL, CELL];
    grid[y][x] = { name, x: cx - PITCH / 2, y: cy - PITCH / 2, width: PITCH, height: PITCH, ring };
  }
  return {
    key: `tesseract ${wide}x${high}`,
    box: [0, 0, width, height],
    crop: [22, 22, width - 24, height - 24],
    rows: grid,
    place,
    /** The points of a line of four squares. */
    course: (four) => (isCube && four[0][0] !== four[3][0] ? four : [four[0], four[3]]).map(place),
    labels: () => (isCube ? cubeLabels() : labels()),
  };
}

const rimLabel = (digit, x, y) => svgText(DIGITS[digit], x, y, 14, "rim-label");

function labels() {
  return Array.from({ length: 16 }, (_, i) => [rimLabel(i, along(i), 18), rimLabel(i, 17, along(i))]).flat();
}

/** Each board has the digits of its rows at its left. */
function cubeLabels() {
  const top = Array.from({ length: 8 }, (_, i) => rimLabel(i % 4, along(i), 18));
  const left = Array.from({ length: 16 }, (_, row) =>
    rimLabel(row, row & 4 ? along(4) - PITCH / 2 - 8 : 20, along(4 * (row >> 3) + (row % 4))),
  );
  return [...top, ...left];
}

/** The names of the squares of the 4 x 4 board on which a square lies, row by row. */
export function partOf(name) {
  const [row, column] = [hex(name[0]), hex(name[1])].map((i) => i - (i % 4));
  return [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => DIGITS[row + y] + DIGITS[column + x]));
}

/**
 * The lines through a square, each as four names.
 *
 * A coordinate of 0 or 3 can run along a line only together with others of 0 or 3, and one of 1 or 2 only with
 * others of 1 or 2: so each set of such coordinates is one line.
 */
export function linesThrough(name, dims) {
  const [row, column] = [hex(name[0]), hex(name[1])];
  const here = [row >> 2, row & 3, ...(dims === 4 ? [column >> 2, column & 3] : [column])];
  const lines = [];
  for (const side of [(at) => at % 3 === 0, (at) => at % 3 !== 0]) {
    const running = here.flatMap((at, i) => (side(at) ? [i] : []));
    for (let set = 1; set < 1 << running.length; set++) {
      const moving = running.filter((_, bit) => (set >> bit) & 1);
      lines.push(
        [0, 1, 2, 3].map((t) =>
          named(here.map((at, i) => (moving.includes(i) ? (at === here[moving[0]] ? t : 3 - t) : at))),
        ),
      );
    }
  }
  return lines;
}

function named([a, b, ...rest]) {
  const column = rest.length === 2 ? 4 * rest[0] + rest[1] : rest[0];
  return DIGITS[4 * a + b] + DIGITS[column];
}
