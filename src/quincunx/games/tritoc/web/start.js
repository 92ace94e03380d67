// The first position of tritoc, drawn like `Tritoc.start` on the server.

const nine = [...Array(9).keys()];

/** Whether it is random. */
export const isDrawn = ({ first, level }) => first === "random" || level !== "normal";

export function start({ level, first }, draws) {
  const begins = first === "random" ? 1 + draws.below(2) : Number(first);
  const fields = nine.map(() => nine.map(() => "."));
  if (level !== "normal") {
    // Draw all fields before any hole: the same seed must give the same position everywhere.
    for (const field of draws.sample(nine, 3 * Number(level.at(-1)))) fields[field][draws.choice(nine)] = level[0];
  }
  return `${fields.map((field) => field.join("")).join("/")} ${begins} - 0 0`;
}
