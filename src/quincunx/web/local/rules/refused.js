// The error for refusals without a server, and names of games.

/** A refusal with its message, `code` and `args`; `field` is the field of the request at fault. */
export class Refused extends Error {
  constructor(code, args = {}, { field = null, status = 409 } = {}) {
    super(code);
    Object.assign(this, { code, args, field, status });
  }
}

export const nameOf = (written) => written.split(/[: ]/)[0];
