// The frame of every page: navigation, language, colours, and the page for this address.

import { get, messageOf } from "./lib/api.js";
import { announce, byId, h, show } from "./lib/dom.js";
import { drawFrame } from "./lib/frame.js";
import { loadTexts, t } from "./lib/i18n.js";
import { information } from "./lib/information.js";
import { keepOfflinePage } from "./lib/offline.js";

/** @typedef {{ render: (main: HTMLElement) => Promise<void> }} PageModule */

/** @type {Record<string, { name: string, load: () => Promise<PageModule> }>} */
const PAGES = {
  "/": { name: "play", load: () => import("./pages/play.js") },
  "/analyse": { name: "analyse", load: () => import("./pages/analyse.js") },
  "/agent": { name: "agent", load: () => import("./pages/agent.js") },
  "/arena": { name: "arena", load: () => import("./pages/arena.js") },
  "/evolution": { name: "evolution", load: () => import("./pages/evolution.js") },
  "/learning": { name: "learning", load: () => import("./pages/learning.js") },
  "/help": { name: "help", load: () => import("./pages/help.js") },
};
/** @type {typeof PAGES} - pages that the navigation does not list */
const UNLISTED = {
  "/rules": { name: "rules", load: () => import("./pages/rules.js") },
  "/operator": { name: "operator", load: () => import("./pages/operator.js") },
  "/friend": { name: "friend", load: () => import("./pages/friend.js") },
};
const COMPILING_MS = 1000;

/** Warns on every page if the operator lets uploads run without a sandbox. */
async function warnOfUploads() {
  const { unsafe } = await information();
  if (unsafe) byId("main").before(h("p", { class: "problem", role: "note" }, t("uploads.unsafe")));
}

/** Shows the progress while the laboratory compiles for the first time. */
async function showCompiling() {
  const line = h("p", { class: "note", role: "status" });
  for (;;) {
    const { done, total } = await get("/api/compilation");
    if (done === total) break;
    if (!line.isConnected) byId("main").before(line);
    show(line, t("page.compiling", { done, total }));
    await new Promise((resolve) => setTimeout(resolve, COMPILING_MS));
  }
  line.remove();
}

async function start() {
  await loadTexts();
  const path = location.pathname.replace(/(?<=^\/friend)\/.+/, "");
  const { name, load } = PAGES[path] ?? UNLISTED[path] ?? PAGES["/"];
  drawFrame(t(`nav.${name}`), Object.entries(PAGES).map(([href, page]) => ({ href, text: t(`nav.${page.name}`) })));
  showCompiling().catch(() => {}); // other parts of the page say that the server is unreachable
  const [page] = await Promise.all([load(), warnOfUploads()]);
  await page.render(byId("main"));
  document.body.dataset.ready = "true";
  keepOfflinePage().catch(() => {}); // the page works without it
}

start().catch((error) => {
  const message = messageOf(error);
  announce(message);
  show(byId("main"), h("p", { class: "problem" }, message));
});
