// The geometry of tesseract's board: where each square is drawn, and which lines go through it.

import { rect, svgText } from "../../boards/draw.js";

export const CELL = 36;
const PITCH = 39;
const GAP = 16;
const RIM = 34;
const END = 14;
/** A cube drawn as a stack of layers, with wide columns and slanted rows: each lies to the left of the one behind it.
 * With these values no two lines through a square nearly coincide. */
const WIDE = 120;
const LEAN = 41;
/** The smallest square of a stack, in pixels. */
const SMALLEST = 24;
export const DIGITS = "0123456789ABCDEF";

const along = (i) => RIM + PITCH * i + GAP * Math.floor(i / 4) + PITCH / 2;
const hex = (digit) => DIGITS.indexOf(digit);

/** The shapes in which a board can be drawn. */
const SHAPES = {
  /** Four dimensions: all lines are straight. */
  hyper: {
    high: 16,
    wide: PITCH,
    spot: (row, column) => [column, row],
    place: ([x, y]) => [along(x), along(y)],
    labels,
  },
  /** Three dimensions, if there is room: a stack of four boards. All lines are straight here too. */
  stack: {
    high: 16,
    wide: WIDE,
    spot: (row, column) => [column, row],
    place: ([x, y]) => [STACK_LEFT + WIDE * x + WIDE / 2 + leanOf(y), along(y)],
    labels: stackLabels,
  },
  /** Three dimensions on a phone: two by two boards, so that squares are large. Lines between boards bend. */
  four: {
    high: 8,
    wide: PITCH,
    spot: (row, column) => [4 * ((row >> 2) & 1) + column, 4 * (row >> 3) + (row % 4)],
    place: ([x, y]) => [along(x), along(y)],
    labels: fourLabels,
  },
};
const sideOf = (count) => along(count - 1) + PITCH / 2 + END;
const STACK_LEFT = (sideOf(16) - 4 * WIDE - 4 * LEAN) / 2;
/** The horizontal offset of a row in a stack. */
const leanOf = (row) => LEAN * (3.5 - (row % 4));

/** The shape that fits in a host of this size. */
export function shapeFor({ columns }, { clientWidth, clientHeight }) {
  if (columns.length === 16) return "hyper";
  return (Math.min(clientWidth, clientHeight) * CELL) / sideOf(16) < SMALLEST ? "four" : "stack";
}

/** The layout of a board, for the frame and for drawing; every shape is square. */
export function layout({ columns, rows }, shape) {
  const { high, wide, spot, place: at, labels: write } = SHAPES[shape];
  const where = (name) => spot(hex(name[0]), hex(name[1]));
  const place = (name) => at(where(name));
  const [width, height] = [wide - PITCH + CELL, CELL];
  /** The transform that turns the squares of a stack into rhomboids. */
  const lean = (cy) => (shape === "stack" ? `matrix(1 0 ${-LEAN / PITCH} 1 ${(cy * LEAN) / PITCH} 0)` : null);
  const grid = Array.from({ length: high }, () => []);
  for (const name of rows.flatMap((row) => columns.map((column) => row + column))) {
    const [x, y] = where(name);
    const [cx, cy] = place(name);
    const ring = [cx - width / 2, cy - height / 2, width, height];
    grid[y][x] = { name, x: cx - wide / 2, y: cy - PITCH / 2, width: wide, height: PITCH, ring, lean: lean(cy) };
  }
  const side = sideOf(high);
  const bends = (four) => shape === "four" && four[0][0] !== four[3][0];
  return {
    key: `tesseract ${shape}`,
    box: [0, 0, side, side],
    crop: [22, 22, side - 24, side - 24],
    rows: grid,
    place,
    /** The width of a square. */
    width,
    /** The drawing of a square. */
    square(name, extra) {
      const [cx, cy] = place(name);
      const drawn = rect(cx - width / 2, cy - height / 2, width, height, 4, extra);
      if (lean(cy)) drawn.setAttribute("transform", lean(cy));
      return drawn;
    },
    /** The points of a line of four squares. */
    course: (four) => (bends(four) ? four : [four[0], four[3]]).map(place),
    labels: write,
  };
}

const rimLabel = (digit, x, y) => svgText(DIGITS[digit], x, y, 14, "rim-label");

function labels() {
  return Array.from({ length: 16 }, (_, i) => [rimLabel(i, along(i), 18), rimLabel(i, 17, along(i))]).flat();
}

function stackLabels() {
  const top = Array.from({ length: 4 }, (_, i) => rimLabel(i, STACK_LEFT + WIDE * (i + 0.5) + 4 * LEAN, 18));
  const left = Array.from({ length: 16 }, (_, row) => rimLabel(row, STACK_LEFT + leanOf(row) - 14, along(row)));
  return [...top, ...left];
}

/** Each board has its row digits on the left. */
function fourLabels() {
  const top = Array.from({ length: 8 }, (_, i) => rimLabel(i % 4, along(i), 18));
  const left = Array.from({ length: 16 }, (_, row) =>
    rimLabel(row, row & 4 ? along(4) - PITCH / 2 - 8 : 20, along(4 * (row >> 3) + (row % 4))),
  );
  return [...top, ...left];
}

/** The names of the squares in the 4 x 4 board of a square, row by row. */
export function partOf(name) {
  const [row, column] = [hex(name[0]), hex(name[1])].map((i) => i - (i % 4));
  return [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => DIGITS[row + y] + DIGITS[column + x]));
}

/**
 * The lines through a square, each as four names.
 *
 * Along a line, coordinates of 0 or 3 vary only together with others of 0 or 3, and 1 or 2 only with others of 1 or 2:
 * so each set of such coordinates gives one line.
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
