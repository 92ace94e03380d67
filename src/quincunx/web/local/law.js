// The rules in this page: loads the core, the list of games and what a game brings, when they are first needed.

import { core } from "../engine/core.js";
import { compiled } from "../engine/local.js";
import { text } from "../text.js";
import { nameOf, Refused, rules } from "./rules.js";

const loaded = new Map();

/** A file of the site's data, read once. */
export function data(path) {
  if (!loaded.has(path)) {
    const found = fetch(new URL(`../data/${path}`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Refused("web.not-loaded");
      return path.endsWith(".json") ? answer.json() : answer.text();
    });
    loaded.set(path, found);
    found.catch(() => loaded.delete(path));
  }
  return loaded.get(path);
}

const modules = {};
let referee = null;

async function refereed() {
  const [module, games] = await Promise.all([compiled(), data("games.json")]);
  return rules({ core: await core(module), games, modules, say: text });
}

/** The rules, once all is there that a game, a position or a match needs. */
export async function lawOf(written) {
  const name = nameOf(written);
  referee ??= refereed();
  const games = await data("games.json");
  const game = games.find((one) => one.name === name);
  if (!game) throw new Refused("web.local.unknown-game", { game: name }, { status: 422 });
  modules[name] ??= {
    reader: await import(`../games/${name}/position.js`),
    start: game.draws_start ? await import(`../games/${name}/start.js`) : null,
  };
  return referee;
}
