// Everything that the pages ask for which needs the rules; api.js loads it when it is first asked.

export * from "./matches.js";
export * from "./positions.js";
