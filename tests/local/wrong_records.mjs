// What the static site says about records: each line of the input is a text as JSON, each line of the output its moves and
// result, or the code and the arguments of a refusal. Argument: the folder of the site's static files.

import { answerLines, loadRules } from "./site_rules.mjs";

const { load, law, Refused } = await loadRules(process.argv[2]);
const { readRecord } = await load("local/record/reading.js");

await answerLines(Refused, (text) => {
  const { plies, result, first } = readRecord(law, text);
  return { moves: plies.map(({ token }) => token), result, last: plies.at(-1)?.after ?? first };
});
