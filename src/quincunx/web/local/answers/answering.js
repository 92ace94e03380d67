// Turns errors of the rules into the Refusals that the pages expect.

import { Refusal } from "../../http.js";
import { Refused } from "../rules/refused.js";

function refusal(error) {
  if (!(error instanceof Refused)) return error;
  const { code, args, field, status } = error;
  return new Refusal({ code, args, reason: "", field }, status);
}

/** Wraps a function for the pages so that it throws Refusals. */
export const answering =
  (answer) =>
  async (...asked) => {
    try {
      return await answer(...asked);
    } catch (error) {
      throw refusal(error);
    }
  };
