// Where the playing version loses points: against whom, on which side, by which faults.

import { html } from "../lib/dom.js";
import { endingName, number, t } from "../lib/i18n.js";

const GROUPS = ["opponent", "side", "fault"];
const TEAMS = ["stronger", "weaker"];

/** @param {League.LossRow[]} losses */
export function lossesCard(losses) {
  const groups = GROUPS.map((group) => ({ group, rows: losses.filter((one) => one.group === group) }));
  return html`<section class="card losses">
    <h2>${t("league.losses")}</h2>
    <p class="note">${t(losses.length ? "league.losses.note" : "league.games.none")}</p>
    ${groups.filter(({ rows }) => rows.length).map(({ group, rows }) => lossTable(group, rows))}
  </section>`;
}

/**
 * @param {string} group
 * @param {League.LossRow[]} rows
 */
function lossTable(group, rows) {
  const sorted = rows.toSorted((one, other) => other.lost / other.games - one.lost / one.games);
  return html`<table class="bars loss-bars">
    <caption>${t(`league.losses.${group}`)}</caption>
    <tbody>${sorted.map(({ what, games, lost }) => html`<tr>
      <th scope="row">${nameOf(group, what)}</th>
      <td><meter min="0" max=${games} low=${games / 3} high=${(2 * games) / 3} optimum="0" value=${lost}
        aria-hidden="true"></meter></td>
      <td class="bar-value">${t("league.losses.of", { lost: number(lost, 1), games: number(games) })}</td>
    </tr>`)}</tbody>
  </table>`;
}

/**
 * @param {string} group
 * @param {string} what
 */
function nameOf(group, what) {
  if (group === "fault") return endingName(what);
  return group === "opponent" ? opponentName(what) : t(`league.losses.${group}.${what}`);
}

/**
 * The name of a group of opponents: a baseline by its name, teams by their rank.
 * @param {string} what
 */
export function opponentName(what) {
  return TEAMS.includes(what) ? t(`league.losses.opponent.${what}`) : what;
}
