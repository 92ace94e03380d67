// Addresses of a static site's pages, relative to the site's folder: `t/?id=ID` for `/t/ID`.

/** The root of the site: this file is static/EDITION/local/addresses.js. */
const ROOT = new URL("../../../", import.meta.url);

export const hasServer = false;

export { site } from "../data/site.js";

export function addressOf(path) {
  const found = path.match(/^\/([^/?#]*)(?:\/([^/?#]+)[^?#]*)?(\?[^#]*)?(#.*)?$/);
  if (!found) return path;
  const [, page, id, query = "", hash = ""] = found;
  const asked = id ? `?id=${id}${query.replace("?", "&")}` : query;
  return ROOT.pathname + (page && `${page}/`) + asked + hash;
}

export function pathHere() {
  const page = location.pathname.slice(ROOT.pathname.length).split("/")[0].replace("index.html", "");
  const id = new URLSearchParams(location.search).get("id");
  return `/${page}${id ? `/${id}` : ""}`;
}

export const goTo = (path) => location.assign(addressOf(path));

export const linkTo = (path) => new URL(addressOf(path), location.href).href;
