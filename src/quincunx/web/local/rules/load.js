// Loads the rules into this page: the core and the games' modules, on first use.

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

/** The rules, after loading what the game of a spec or position needs. */
export async function lawOf(written) {
  const name = nameOf(written);
  const games = await data("games.json");
  if (games.some((game) => game.name === name)) return lawFor([name]);
  const { code, args } = unknownGame(games, name);
  throw new Refused(code, args, { status: 422 });
}

/** The rules, after loading what these games need. Unknown names are ignored: the caller reports them. */
export async function lawFor(names) {
  referee ??= refereed().catch((error) => {
    referee = null;
    throw error;
  });
  const [law] = await Promise.all([referee, brought(names)]);
  return law;
}

/** Loads the modules of these games. */
async function brought(names) {
  for (const { name, draws_start } of await data("games.json"))
    if (names.includes(name))
      modules[name] ??= {
        reader: await import(`../../games/${name}/position.js`),
        start: draws_start ? await import(`../../games/${name}/start.js`) : null,
      };
}
