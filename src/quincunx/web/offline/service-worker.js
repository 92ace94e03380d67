// The service worker of the pages: keeps one whole version of them, so that they open without a connection. The script that a
// browser registers (server/routes/web/offline.py) says which (EDITION, PAGES, which are paths, FILES, and FALLBACK) and imports
// this one.
//
// A static site's pages come from what is kept. A server's come from the server while it can be reached; else those of PAGES
// are shown, and FALLBACK in place of all others. Nothing else is kept: no answer of the API, and no table.
//
// All files but the pages have the edition in their addresses, so a page never gets a file of another version. A new version
// waits until no page of the old one is open, or until somebody asks for it; the files of the old one stay for its pages.

/* global EDITION, PAGES, FILES, FALLBACK */

const root = new URL("./", self.location);
const OURS = `quincunx ${root.pathname} `;
const CACHE = OURS + EDITION;
/** Files with a hash of their own, which are kept when they are first needed. */
const BY_CONTENT = "static/by-content/";
const OWN = `static/${EDITION}/`;
/** In Firefox (153) a request that is sent ahead and fails also ends the page that the worker answers with. */
const MAY_PRELOAD = !/\bFirefox\//.test(navigator.userAgent);
/** A server has no pages here, or pages for other sites. */
const NOT_PAGES = /^(api|embed|static)\/|^(healthz|metrics|readyz)$/;

/** Everything, or nothing. */
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((path) => keepFile(cache, new URL(path, root))));
  await Promise.all(PAGES.map((path) => keepPage(cache, new URL(path, root))));
}

/** Whether an answer is the file of that address. A server that has another version sends the file of that, and says by its
 * header that it is not to be kept. */
const isGenuine = (answer) => answer.ok && (!FALLBACK || /immutable/.test(answer.headers.get("Cache-Control")));

async function keepFile(cache, address) {
  const answer = await fetch(address);
  if (!isGenuine(answer)) throw new Error(`${address} is not a file of ${EDITION}`);
  await cache.put(address, answer);
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
  if (FALLBACK && MAY_PRELOAD) await self.registration.navigationPreload?.enable();
}

/** A file from the version that it belongs to, or from the host. */
async function file(request, path) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // Rather none than that of another version: the page then says that it could not be loaded.
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

/** A page of a server; what is kept has one page for `rules` and all below it. */
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
  // As hosts do it, because the page's addresses are relative.
  else if (PAGES.includes(`${path}/`)) event.respondWith(Response.redirect(`${root}${path}/${search}`));
});
