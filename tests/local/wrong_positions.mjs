// What the static site says about texts: each line of the input is one as JSON, each line of the output the canonical position
// or the code and the arguments of a refusal. Argument: the folder of the site's static files.

import { answerLines, loadRules } from "./site_rules.mjs";

const { law, Refused } = await loadRules(process.argv[2]);

await answerLines(Refused, (text) => ({ position: law.state(text).position }));
