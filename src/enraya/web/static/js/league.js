// The frame of a league's pages: navigation for visitors, a team or the operator, and the page for this address.

import { messageOf } from "./lib/api.js";
import { announce, byId, h, show } from "./lib/dom.js";
import { drawFrame } from "./lib/frame.js";
import { loadTexts, t } from "./lib/i18n.js";
import { followLinks } from "./league/link_card.js";
import { league } from "./league/who.js";

/** @typedef {{ render: (main: HTMLElement) => Promise<void> }} PageModule */

/** @type {Record<string, { name: string, load: () => Promise<PageModule> }>} */
const PAGES = {
  "/": { name: "ranking", load: () => import("./league_pages/ranking.js") },
  "/games": { name: "games", load: () => import("./league_pages/games.js") },
  "/events": { name: "events", load: () => import("./league_pages/events.js") },
  "/rules": { name: "rules", load: () => import("./league_pages/rules.js") },
  "/write": { name: "write", load: () => import("./league_pages/write.js") },
  "/join": { name: "join", load: () => import("./league_pages/join.js") },
  "/team": { name: "team", load: () => import("./league_pages/team.js") },
  "/operator": { name: "operator", load: () => import("./league_pages/operator.js") },
};
/** @type {typeof PAGES} */
const BELOW = {
  "/games": { name: "games", load: () => import("./league_pages/game.js") },
  "/team": { name: "team", load: () => import("./league_pages/compare.js") },
  "/operator": PAGES["/operator"],
};

/**
 * The pages that the navigation lists.
 * @param {League.WhoAmI} me
 * @param {boolean} isOpen - whether teams can join
 */
function listed(me, isOpen) {
  const isVisitor = me.team === null && !me.is_operator;
  /** @type {Record<string, boolean>} */
  const own = { "/team": me.team !== null, "/operator": me.is_operator, "/join": isOpen && isVisitor };
  return Object.keys(PAGES).filter((path) => own[path] ?? true);
}

async function start() {
  followLinks();
  await loadTexts();
  const { name: leagueName, me, is_open: isOpen } = await league();
  const [, top, below] = /^(\/[^/]*)(\/.+)?$/.exec(location.pathname) ?? [];
  const { name, load } = (below ? BELOW[top] : PAGES[top]) ?? PAGES["/"];
  const entries = listed(me, isOpen).map((href) => ({ href, text: t(`league.nav.${PAGES[href].name}`) }));
  drawFrame(t(`league.nav.${name}`), entries, leagueName);
  const page = await load();
  await page.render(byId("main"));
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  const message = messageOf(error);
  announce(message);
  show(byId("main"), h("p", { class: "problem" }, message));
});
