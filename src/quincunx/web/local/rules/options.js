// Explains what is wrong with the name or the options of a game that the core refuses, like `quincunx.games.game`. Each
// function returns a message, `{code, args}`, or null.

const message = (code, args) => ({ code, args });

/** What is wrong with a game spec; also null if only the combination of options is wrong, which the core explains. */
export function wrongGame(games, spec) {
  const [name, ...rest] = spec.split(":");
  const game = games.find((one) => one.name === name);
  if (!game) return unknownGame(games, name);
  if (!rest.length) return null;
  const options = rest.join(":");
  if (!options) return message("games.colon", { typed: spec, game: name });
  const given = new Set();
  for (const item of options.split(",")) {
    const found = wrongOption(game, item, given);
    if (found) return found;
  }
  return null;
}

/** The message for an unknown game, with a similar name if there is one. */
export function unknownGame(games, name) {
  const near = games
    .map((game) => ({ similar: game.name, ratio: likeness(game.name, name) }))
    .filter(({ ratio }) => ratio >= 0.6)
    .sort((a, b) => b.ratio - a.ratio || (a.similar < b.similar ? 1 : -1));
  if (near.length) return message("games.similar", { game: name, similar: near[0].similar });
  return message("games.unknown", { game: name, games: games.map((game) => game.name) });
}

function wrongOption({ name: game, options }, item, given) {
  const [option, ...rest] = item.split("=");
  if (!rest.length) return message("law.option.form", { typed: item, game });
  const declared = options.find(({ key }) => key === option);
  if (!declared && !options.length) return message("law.option.none", { game, option });
  if (!declared) return message("law.option.unknown", { game, option, known: options.map(({ key }) => key) });
  if (given.has(option)) return message("law.option.twice", { game, option });
  given.add(option);
  const reason = KINDS[declared.kind](declared, rest.join("="));
  return reason && message("law.option.value", { game, option, reason });
}

/** What is wrong with a value, by kind of option. */
const KINDS = {
  choice({ choices, default: first }, typed) {
    // The default comes first, but objects sort numeric keys first.
    const all = [first, ...Object.keys(choices).filter((one) => one !== first)];
    return all.includes(typed) ? null : message("law.option.choice", { typed, choices: all });
  },
  whole({ low, high }, typed) {
    if (/^(?:0|[1-9][0-9]{0,3})$/.test(typed) && Number(typed) >= low && Number(typed) <= high) return null;
    return message("law.option.whole", { typed, low, high });
  },
  size({ low, high }, typed) {
    const sides = (typed.match(/^([1-9][0-9]?)x([1-9][0-9]?)$/) ?? [0, 0, 0]).slice(1).map(Number);
    if (sides.every((side) => side >= low && side <= high)) return null;
    return message("law.option.size", { typed, small: `${low}x${low}`, large: `${high}x${high}` });
  },
  counted({ choices, most }, typed) {
    const [, word, number = 0] = typed.match(/^([a-z]+)([1-9][0-9]{0,3})?$/) ?? [];
    const largest = most[word] ?? 0;
    if (word && Object.hasOwn(choices, word) && number >= Math.min(largest, 1) && number <= largest) return null;
    const forms = Object.keys(choices).map((one) => (most[one] ? `${one}1..${one}${most[one]}` : one));
    return message("law.option.choice", { typed, choices: forms });
  },
};

/** The similarity of two texts, from 0 to 1, like Python's `difflib`. */
const likeness = (a, b) => (a || b ? (2 * matching(a, b)) / (a.length + b.length) : 1);

/** The length of the longest common substring, plus that of the parts on either side, recursively. */
function matching(a, b) {
  let [length, i, j] = [0, 0, 0];
  for (let x = 0; x < a.length; x += 1)
    for (let y = 0; y < b.length; y += 1) {
      let n = 0;
      while (x + n < a.length && y + n < b.length && a[x + n] === b[y + n]) n += 1;
      if (n > length) [length, i, j] = [n, x, y];
    }
  if (!length) return 0;
  return length + matching(a.slice(0, i), b.slice(0, j)) + matching(a.slice(i + length), b.slice(j + length));
}
