// The core in WebAssembly, in node: each line of the input is a call, [function, …arguments], each line of the output its
// answer, with the milliseconds of CPU that it took.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { core } from "../../src/quincunx/web/engine/core.js";

const preferred = [];
const engine = await core(new WebAssembly.Module(readFileSync(process.argv[2])), (move) => preferred.push(move));

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = JSON.parse(line);
  preferred.length = 0;
  const before = process.cpuUsage();
  let answer;
  try {
    answer = { found: name === "memory" ? engine.memory : engine[name](...words) };
  } catch (error) {
    answer = { error: error.message };
  }
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ ...answer, preferred, milliseconds: (user + system) / 1000 }));
}
