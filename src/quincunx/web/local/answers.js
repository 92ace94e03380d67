// The API functions that need the rules; api.js loads this module on first use.

export * from "./answers/matches.js";
export * from "./answers/positions.js";
