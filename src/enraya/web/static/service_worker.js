// Shows a page that says so when the laboratory cannot be reached. It answers only when a person opens
// a page and the network does not answer: requests that a page sends keep the headers by which the
// server tells its own pages from other sites.

const CACHE = "offline";
const PAGE = "/offline";
const FILES = ["/static/css/base.css", "/static/icon.svg", "/static/js/theme.js"];

/** @type {any} - a worker's own names are not the document's */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && request.destination === "document") {
    event.respondWith(orKept(request, PAGE));
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin === location.origin && FILES.includes(pathname)) event.respondWith(orKept(request, pathname));
});

/**
 * The response of the network or, without one, what was cached under a path.
 * @param {Request} request
 * @param {string} path
 */
async function orKept(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(path, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
