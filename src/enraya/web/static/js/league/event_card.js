// An event: when, of whom, how far, and its places once they are published.

/** @import { Child } from "../lib/dom.js" */

import { address } from "../lib/api.js";
import { factList, link } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { dateText, faultReason, language, number, t } from "../lib/i18n.js";

/**
 * @param {League.EventView} event
 * @param {Child[]} actions - what the operator can do about it
 */
export function eventCard(event, actions = []) {
  const { id, name, kind, games, starts, freezes, state, players, played, places } = event;
  const report = address(`/api/league/events/${id}/report`, { lang: language });
  const hasReport = places !== null;
  return h(
    "section",
    { class: "card stack", "aria-label": name },
    h("h2", {}, name, " ", h("span", { class: `tag state-${state}` }, t(`league.event.${state}`))),
    event.reason ? h("p", { class: "note" }, faultReason(event)) : null,
    factList([
      [t("league.event.starts"), dateText(starts)],
      [t("league.event.freezes"), dateText(freezes)],
      [t("league.event.kind"), t(`league.kind.${kind}`)],
      [t("league.event.games"), number(games)],
      [t("league.event.baselines"), t(event.with_baselines ? "league.grade.yes" : "league.grade.no")],
      [t("league.event.players"), players ? number(players) : "–"],
      [t("league.event.done"), number(played)],
    ]),
    places && placesTable(places),
    hasReport || state === "running" || actions.length
      ? h("div", { class: "buttons" }, hasReport && link(t("league.event.report"), report),
        state === "running" && link(t("league.event.watch"), "/games"), actions)
      : null,
  );
}

/** @param {League.PlaceState[]} places */
function placesTable(places) {
  const head = ["place", "name", "points"].map((key) => h("th", { scope: "col" }, t(`league.ranking.${key}`)));
  const rows = places.map(({ place, name, points, is_mine: isMine }) =>
    h(
      "tr",
      { class: isMine ? "mine-row" : "" },
      h("td", { class: "number" }, String(place)),
      h("th", { scope: "row" }, name, isMine && " ", isMine && h("span", { class: "tag" }, t("league.ranking.mine"))),
      h("td", { class: "number" }, number(points, 1)),
    ));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("league.event.places") },
    h("table", { class: "list places" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)));
}
