// Anonymous requests to the server; pages that know the player use api.js.

import { explain, text } from "./text.js";

/** A refusal by the server: a message (`code`, `args`, the English `reason`), and the `field` at fault, if any. */
export class Refusal extends Error {
  constructor(said, status = 0) {
    super(explain(said));
    const { code = "", args = {}, reason = "", field = "" } = typeof said === "string" ? { reason: said } : said;
    Object.assign(this, { code, args, reason, field: field ?? "", status });
  }
}

/** The server's response; throws a Refusal if there is none or the server refused. */
export async function request(method, path, { headers = {}, body } = {}) {
  let answer;
  try {
    answer = await fetch(path, { method, headers, body, cache: "no-store" });
  } catch {
    throw new Refusal(text("web.server.unreachable"));
  }
  if (answer.ok) return answer;
  const { error } = await answer.json().catch(() => ({}));
  throw new Refusal(error ?? text("web.server.failed", { status: answer.status }), answer.status);
}
