// The first position of tritoc: as `Tritoc.start` of the law draws it.

const nine = [...Array(9).keys()];

/** Whether chance has a part in it. */
export const isDrawn = ({ first, level }) => first === "random" || level !== "normal";

export function start({ level, first }, draws) {
  const begins = first === "random" ? 1 + draws.below(2) : Number(first);
  const fields = nine.map(() => nine.map(() => "."));
  if (level !== "normal") {
    // All the fields before the first hole: the order of the draws is part of the notation.
    for (const field of draws.sample(nine, 3 * Number(level.at(-1)))) fields[field][draws.choice(nine)] = level[0];
  }
  return `${fields.map((field) => field.join("")).join("/")} ${begins} - 0 0`;
}
