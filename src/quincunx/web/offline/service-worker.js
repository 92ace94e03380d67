// The service worker of the pages: caches one complete version, so that they open offline. The script that a browser
// registers (server/routes/web/offline.py) sets EDITION, PAGES (paths), FILES and FALLBACK, and imports this one.
//
// A static site's pages come from the cache. A server's come from the server while it is reachable, otherwise those in
// PAGES from the cache, and FALLBACK for all others. Nothing else is cached: no API answers, no tables.
//
// All files except the pages have the edition in their URLs, so a page never gets a file of another version. A new
// version waits until no page of the old one is open, or until the user asks for it; the old files stay for the pages
// still open.

/* global EDITION, PAGES, FILES, FALLBACK */

const root = new URL("./", self.location);
const OURS = `quincunx ${root.pathname} `;
const CACHE = OURS + EDITION;
/** Files with a content hash in their URL, cached on first use. */
const BY_CONTENT = "static/by-content/";
const OWN = `static/${EDITION}/`;
/** In Firefox (153) a failed preload also breaks the page that the worker answers with. */
const MAY_PRELOAD = !/\bFirefox\//.test(navigator.userAgent);
/** Paths of a server that are not pages, or are pages embedded in other sites. */
const NOT_PAGES = /^(api|embed|static)\/|^(healthz|metrics|readyz)$/;

/** Caches everything, or fails. */
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((path) => keepFile(cache, new URL(path, root))));
  await Promise.all(PAGES.map((path) => keepPage(cache, new URL(path, root))));
}

/** Whether a response is the requested file. A server with another version sends its own file, with a header that
 * forbids caching. */
const isGenuine = (answer) => answer.ok && (!FALLBACK || /immutable/.test(answer.headers.get("Cache-Control")));

async function keepFile(cache, address) {
  const answer = await fetch(address);
  if (!isGenuine(answer)) throw new Error(`${address} is not a file of ${EDITION}`);
  await cache.put(address, answer);
}

/** Fails on a page of another version: this one was replaced during installation. */
async function keepPage(cache, address) {
  const answer = await fetch(address, { cache: "no-cache" });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(OWN)) throw new Error(`${address} is not a page of ${EDITION}`);
  await cache.put(address, answer);
}

/** Deletes all versions except this one and the one before, whose pages may still be open. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  if (FALLBACK && MAY_PRELOAD) await self.registration.navigationPreload?.enable();
}

/** A file from the cache of its version, or from the network. */
async function file(request, path) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // Better an error than a file of another version: the page then says that it could not be loaded.
  if (/^static\/[0-9a-f]{12}\//.test(path) && answer.ok && !isGenuine(answer)) return Response.error();
  if (isGenuine(answer) && (path.startsWith(OWN) || path.startsWith(BY_CONTENT))) {
    const copy = answer.clone();
    caches.open(CACHE).then(
      (cache) => cache.put(request, copy),
      () => {},
    );
  }
  return answer;
}

async function keptPage(path) {
  return (await caches.open(CACHE)).match(new URL(path, root));
}

/** A page of a static site. */
const page = async (path, request) => (await keptPage(path)) ?? fetch(request);

/** A page of a server; the cached page `rules` also serves all paths below it. */
async function serverPage(path, event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const [first] = path.split("/");
    const kept = await keptPage(PAGES.includes(first) ? first : FALLBACK);
    if (kept) return kept;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", ({ data, ports }) => {
  if (data === "skip waiting") self.skipWaiting();
  else if (data === "edition") ports[0].postMessage(EDITION);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== root.origin || !pathname.startsWith(root.pathname)) return;
  const path = pathname.slice(root.pathname.length).replace(/index\.html$/, "");
  if (request.mode !== "navigate") {
    if (path.startsWith("static/")) event.respondWith(file(request, path));
  } else if (FALLBACK) {
    if (!NOT_PAGES.test(path)) event.respondWith(serverPage(path, event));
  } else if (PAGES.includes(path)) event.respondWith(page(path, request));
  // Redirect like a web host, because the page's URLs are relative.
  else if (PAGES.includes(`${path}/`)) event.respondWith(Response.redirect(`${root}${path}/${search}`));
});
