// Stores the page that a browser shows when the laboratory is unreachable; this also makes it installable.

import { information } from "./information.js";
import { language } from "./i18n.js";

const CACHE = "offline";
const PAGE = "/offline";
const FILES = ["/static/css/base.css", "/static/icon.svg", "/static/js/theme.js"];

/** Stores the offline page; browsers allow it only over https and on the machine itself. */
export async function keepOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/service-worker.js");
  const { version } = await information();
  const page = `${PAGE}?${new URLSearchParams({ language, version })}`;
  const cache = await caches.open(CACHE);
  if (await cache.match(page)) return;
  await cache.delete(PAGE, { ignoreSearch: true });
  await cache.addAll([page, ...FILES]);
}
