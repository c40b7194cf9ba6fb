// The operator's pages, one for each part of running a league, all opened by one link.

/** @typedef {{ draw: (box: HTMLElement) => Promise<unknown> }} PartModule */

import { drawEntering } from "../league/entering.js";
import { givenSecret } from "../league/link_card.js";
import { league } from "../league/who.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @type {Record<string, () => Promise<PartModule>>} */
const PARTS = {
  dashboard: () => import("../operator/dashboard.js"),
  teams: () => import("../operator/teams.js"),
  events: () => import("../operator/events.js"),
  grades: () => import("../operator/grades.js"),
  settings: () => import("../operator/settings.js"),
  links: () => import("../operator/links.js"),
  similar: () => import("../operator/similar.js"),
  log: () => import("../operator/log.js"),
};

/** @param {string} current */
function tabs(current) {
  const entries = Object.keys(PARTS).map((name, place) =>
    h("a", { href: place ? `/operator/${name}` : "/operator", "aria-current": name === current ? "page" : null },
      t(`league.op.${name}`)));
  return h("nav", { class: "tabs", "aria-label": t("league.nav.operator") }, entries);
}

/** @param {HTMLElement} main */
export async function render(main) {
  const { me } = await league();
  if (!me.is_operator || givenSecret()) {
    drawEntering(main, "operator");
    return;
  }
  const name = location.pathname.split("/")[2] ?? "dashboard";
  const part = name in PARTS ? name : "dashboard";
  const box = h("div", { class: "stack" });
  show(main, tabs(part), h("h1", {}, t(`league.op.${part}`)), box);
  await (await PARTS[part]()).draw(box);
}
