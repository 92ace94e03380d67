// The first position of xchain, drawn like `Xchain.start` on the server.

const LETTERS = "ABCD";
const range = (n) => Array.from({ length: n }, (_, i) => i);

/** Whether it is random. */
export const isDrawn = ({ first, preset, values }) =>
  first === "random" || preset.startsWith("random") || (preset !== "none" && values === "random");

export function start({ seats, size, preset, values, first }, draws) {
  const [width, height] = size.split("x").map(Number);
  const begins = first === "random" ? 1 + draws.below(Number(seats)) : Number(first);
  const cells = Array(width * height).fill(".");
  presets(Number(seats), width, height, preset, draws).forEach((owned, seat) => {
    for (const i of owned)
      cells[i] = `${LETTERS[seat]}${values === "ones" ? 1 : 1 + draws.below(most(i, width, height))}`;
  });
  const rows = range(height).map((y) => cells.slice(y * width, (y + 1) * width).join(""));
  return `${rows.join("/")} ${(preset === "none" ? "u" : "a").repeat(Number(seats))} ${begins}`;
}

/** The capacity of a square. */
function most(i, width, height) {
  const [x, y] = [i % width, Math.floor(i / width)];
  return Number(x > 0) + Number(x < width - 1) + Number(y > 0) + Number(y < height - 1) - 1;
}

/** The squares that each seat has at the start. */
function presets(seats, width, height, preset, draws) {
  const [, word, digits] = preset.match(/([a-z]+)(\d*)/);
  const number = Number(digits);
  const every = range(width * height);
  if (word === "columns")
    return [0, width - number].map((x) => every.filter((i) => x <= i % width && i % width < x + number));
  if (word === "rows")
    return [0, height - number].map((y) => every.filter((i) => y * width <= i && i < (y + number) * width));
  if (word === "blocks") {
    const block = range(number).flatMap((y) => range(number).map((x) => y * width + x));
    const corners = [0, height - number].flatMap((y) => [0, width - number].map((x) => y * width + x));
    return corners.slice(0, seats).map((corner) => block.map((i) => corner + i));
  }
  let empty = every;
  return range(seats).map(() => {
    const drawn = draws.sample(empty, number);
    empty = empty.filter((i) => !drawn.includes(i));
    return drawn;
  });
}
