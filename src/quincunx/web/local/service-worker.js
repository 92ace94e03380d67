// The service worker of a static site: keeps one whole version of it, so that it opens without a connection. The file of
// this name that `quincunx site` writes says which (EDITION, PAGES, which are paths, and FILES) and imports this one.
//
// All files but the pages have the edition in their addresses, so a page never gets a file of another version. A new version
// waits until no page of the old one is open, or until somebody asks for it; the files of the old one stay for its pages.

/* global EDITION, PAGES, FILES */

const root = new URL("./", self.location);
const OURS = `quincunx ${root.pathname} `;
const CACHE = OURS + EDITION;
/** Files with a hash of their own, which are kept when they are first needed. */
const BY_CONTENT = "static/by-content/";
const OWN = `static/${EDITION}/`;

/** Everything, or nothing. */
async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new URL(path, root).href));
  await Promise.all(PAGES.map((path) => keepPage(cache, new URL(path, root))));
}

/** A page of another version, which has just been put there, is not kept: this version is over before it began. */
async function keepPage(cache, address) {
  const answer = await fetch(address, { cache: "no-cache" });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(OWN)) throw new Error(`${address} is not a page of ${EDITION}`);
  await cache.put(address, answer);
}

/** This version and the one before stay: a page of that may still be open. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** A file from the version that it belongs to, or from the host. */
async function file(request, path) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && (path.startsWith(OWN) || path.startsWith(BY_CONTENT))) {
    const copy = answer.clone();
    caches.open(CACHE).then(
      (cache) => cache.put(request, copy),
      () => {},
    );
  }
  return answer;
}

async function page(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(path, root))) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", ({ data }) => data === "skip waiting" && self.skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== root.origin || !pathname.startsWith(root.pathname)) return;
  const path = pathname.slice(root.pathname.length).replace(/index\.html$/, "");
  if (request.mode === "navigate") {
    if (PAGES.includes(path)) event.respondWith(page(path, request));
    // As hosts do it, because the page's addresses are relative.
    else if (PAGES.includes(`${path}/`)) event.respondWith(Response.redirect(`${root}${path}/${search}`));
  } else if (path.startsWith("static/")) event.respondWith(file(request, path));
});
