// What the rules refuse, as the pages know it.

import { Refusal } from "../../http.js";
import { Refused } from "../rules/refused.js";

function refusal(error) {
  if (!(error instanceof Refused)) return error;
  const { code, args, field, status } = error;
  return new Refusal({ code, args, reason: "", field }, status);
}

/** A function for the pages: whatever it refuses is a Refusal. */
export const answering =
  (answer) =>
  async (...asked) => {
    try {
      return await answer(...asked);
    } catch (error) {
      throw refusal(error);
    }
  };
