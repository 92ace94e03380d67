// Everything that the pages ask for which needs the rules; api.js loads it when it is first asked.

export * from "./answers/matches.js";
export * from "./answers/positions.js";
