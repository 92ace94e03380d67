// Replaces the service worker of a site that no longer works offline: unregisters itself and deletes the caches.

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const ours = `quincunx ${new URL("./", self.location).pathname} `;
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
