// The rules in this page: loads the core and what a game brings, when they are first needed.

import { core } from "../../engine/core.js";
import { compiled } from "../../engine/local.js";
import { text } from "../../text.js";
import { data } from "../data.js";
import { unknownGame } from "./options.js";
import { nameOf, Refused } from "./refused.js";
import { rules } from "./rules.js";

const modules = {};
let referee = null;

async function refereed() {
  const [module, games] = await Promise.all([compiled(), data("games.json")]);
  return rules({ core: await core(module), games, modules, say: text });
}

/** The rules, once all is there that a game, a position or a match needs. */
export async function lawOf(written) {
  const name = nameOf(written);
  const games = await data("games.json");
  if (games.some((game) => game.name === name)) return lawFor([name]);
  const { code, args } = unknownGame(games, name);
  throw new Refused(code, args, { status: 422 });
}

/** The rules, once all is there that some games need; names that are not games' are left to whoever reads them. */
export async function lawFor(names) {
  referee ??= refereed();
  for (const { name, draws_start } of await data("games.json"))
    if (names.includes(name))
      modules[name] ??= {
        reader: await import(`../../games/${name}/position.js`),
        start: draws_start ? await import(`../../games/${name}/start.js`) : null,
      };
  return referee;
}
