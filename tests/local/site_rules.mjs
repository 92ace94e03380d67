// The rules of a static site in node, from the folder of its static files.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

export async function loadRules(folder) {
  const load = (path) => import(pathToFileURL(`${folder}/${path}`));
  const { core } = await load("engine/core.js");
  const { Refused } = await load("local/rules/refused.js");
  const { rules } = await load("local/rules/rules.js");
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

/** Answers each line of the input, which is JSON; what is Refused by its code and arguments. */
export async function answerLines(Refused, answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    let said;
    try {
      said = answer(JSON.parse(line));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said = { code: error.code, args: error.args };
    }
    console.log(JSON.stringify(said));
  }
}
