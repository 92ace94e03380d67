// What is refused where there is no server, and names of games.

/** Something that cannot be done, with the message that says why: `code` and `args`; `field` is the field of a request. */
export class Refused extends Error {
  constructor(code, args = {}, { field = null, status = 409 } = {}) {
    super(code);
    Object.assign(this, { code, args, field, status });
  }
}

export const nameOf = (written) => written.split(/[: ]/)[0];
