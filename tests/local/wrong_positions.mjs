// What the static site says about texts: each line of the input is one as JSON, each line of the output the canonical position
// or the code and the arguments of a refusal. Argument: the folder of the site's static files.

import { createInterface } from "node:readline";
import { loadRules } from "./site_rules.mjs";

const { law, Refused } = await loadRules(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { position: law.state(JSON.parse(line)).position };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer = { code: error.code, args: error.args };
  }
  console.log(JSON.stringify(answer));
}
