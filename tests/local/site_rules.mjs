// The rules of a static site in node, from the folder of its static files.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export async function loadRules(folder) {
  const load = (path) => import(pathToFileURL(`${folder}/${path}`));
  const { core } = await load("engine/core.js");
  const { Refused } = await load("local/refused.js");
  const { rules } = await load("local/rules.js");
  const games = JSON.parse(readFileSync(`${folder}/data/games.json`));
  const modules = {};
  for (const { name, draws_start } of games)
    modules[name] = {
      reader: await load(`games/${name}/position.js`),
      start: draws_start ? await load(`games/${name}/start.js`) : null,
    };
  const compiled = new WebAssembly.Module(readFileSync(`${folder}/wasm/core.wasm`));
  return { load, Refused, law: rules({ core: await core(compiled), games, modules, say: () => "" }) };
}
