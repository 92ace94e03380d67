// The site's data files, which replace answers of the server's API.

import { Refused } from "./rules/refused.js";

const loaded = new Map();

/** A data file of the site, fetched once. */
export function data(path) {
  if (!loaded.has(path)) {
    const found = fetch(new URL(`../data/${path}`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Refused("web.not-loaded");
      return path.endsWith(".json") ? answer.json() : answer.text();
    });
    loaded.set(path, found);
    found.catch(() => loaded.delete(path));
  }
  return loaded.get(path);
}
