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
  const [module, games] = await Promise.all([loaded(), data("games.json")]);
  return rules({ core: await core(module), games, modules, say: text });
}

async function loaded() {
  if (typeof WebAssembly !== "object") throw new Refused("web.old-browser");
  try {
    return await compiled();
  } catch (error) {
    throw new Refused(error instanceof WebAssembly.CompileError ? "web.old-browser" : "web.not-loaded");
  }
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
  referee ??= refereed().catch((error) => {
    referee = null;
    throw error;
  });
  const [law] = await Promise.all([referee, brought(names)]);
  return law;
}

/** Loads what these games bring. */
async function brought(names) {
  for (const { name, draws_start } of await data("games.json"))
    if (names.includes(name))
      modules[name] ??= {
        reader: await import(`../../games/${name}/position.js`),
        start: draws_start ? await import(`../../games/${name}/start.js`) : null,
      };
}
