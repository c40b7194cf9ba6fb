// An event: its date, its players, its stage, and its places once they are published.

import { address } from "../lib/api.js";
import { factList } from "../lib/controls.js";
import { html, nothing, repeat } from "../lib/dom.js";
import { dateText, faultReason, language, number, t } from "../lib/i18n.js";

/**
 * @param {League.EventView} event
 * @param {unknown[]} actions - buttons for the operator
 */
function eventCard(event, actions = []) {
  const { id, name, kind, games, starts, freezes, state, players, played, places } = event;
  const report = address(`/api/league/events/${id}/report`, { lang: language });
  const isRunning = state === "running";
  return html`<section class="card stack" aria-label=${name}>
    <h2>${name} <span class="tag state-${state}">${t(`league.event.${state}`)}</span></h2>
    ${event.reason ? html`<p class="note">${faultReason(event)}</p>` : nothing}
    ${factList([
      [t("league.event.starts"), dateText(starts)],
      [t("league.event.freezes"), dateText(freezes)],
      [t("league.event.kind"), t(`league.kind.${kind}`)],
      [t("league.event.games"), number(games)],
      [t("league.event.baselines"), t(event.with_baselines ? "league.grade.yes" : "league.grade.no")],
      [t("league.event.players"), players ? number(players) : "–"],
      [t("league.event.done"), number(played)],
    ])}
    ${places ? placesTable(places) : nothing}
    ${places || isRunning || actions.length ? html`<div class="buttons">
      ${places ? html`<a class="button" href=${report}>${t("league.event.report")}</a>` : nothing}
      ${isRunning ? html`<a class="button" href="/games">${t("league.event.watch")}</a>` : nothing}
      ${actions}
    </div>` : nothing}
  </section>`;
}

/** @param {League.PlaceState[]} places */
function placesTable(places) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("league.event.places")}>
    <table class="list places">
      <thead><tr>
        ${["place", "name", "points"].map((key) => html`<th scope="col">${t(`league.ranking.${key}`)}</th>`)}
      </tr></thead>
      <tbody>${places.map(({ place, name, points, is_mine: isMine }) => html`<tr class=${isMine ? "mine-row" : ""}>
        <td class="number">${place}</td>
        <th scope="row">${name} ${isMine ? html`<span class="tag">${t("league.ranking.mine")}</span>` : nothing}</th>
        <td class="number">${number(points, 1)}</td>
      </tr>`)}</tbody>
    </table>
  </div>`;
}

/**
 * The cards of all events, the newest first.
 * @param {League.EventView[]} events
 * @param {(event: League.EventView) => unknown[]} [actionsOf]
 */
export function eventCards(events, actionsOf) {
  if (!events.length) return html`<p class="card note">${t("league.events.none")}</p>`;
  return repeat(events.toReversed(), ({ id }) => id, (event) => eventCard(event, actionsOf?.(event)));
}
