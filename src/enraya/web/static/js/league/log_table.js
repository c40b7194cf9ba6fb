// The log of actions: what was done, by whom and why.

import { wideTable } from "../lib/controls.js";
import { html, nothing } from "../lib/dom.js";
import { dateText, has, t } from "../lib/i18n.js";

/** The details of entries that are times, in seconds since 1970. */
const TIMES = ["starts"];

/**
 * @param {string} title
 * @param {League.ActionState[]} actions
 * @param {(team: number) => string} [nameOf] - shows the teams concerned
 */
export function logTable(title, actions, nameOf) {
  const head = ["time", "who", "action", ...(nameOf ? ["team"] : []), "reason"].map((key) => t(`league.log.${key}`));
  const rows = actions.map(({ time, who, action, team, reason, details }) => html`<tr>
    <td>${dateText(time)}</td>
    <td>${whoName(who)}</td>
    <td>${actionName(action)}${details ? html`<small class="details">${detailText(details)}</small>` : nothing}</td>
    ${nameOf ? html`<td>${team === null ? "" : nameOf(team)}</td>` : nothing}
    <td>${reason}</td>
  </tr>`);
  return html`<section class="card log"><h2>${title}</h2>${wideTable(title, head, rows)}</section>`;
}

/** @param {string} who - who acted: the operator, the league, the join link, or a team with its number */
function whoName(who) {
  const key = `league.who.${who.replace(/ \d+$/, "").replaceAll(" ", "_")}`;
  return has(key) ? t(key) : who;
}

/**
 * The details of an entry, without JSON's punctuation and with times as dates.
 * @param {string} details
 */
function detailText(details) {
  return Object.entries(JSON.parse(details)).map(([name, value]) => {
    if (TIMES.includes(name)) return dateText(value);
    return typeof value === "string" ? value : `${name} ${JSON.stringify(value)}`;
  }).join(", ");
}

/** @param {string} action */
function actionName(action) {
  const key = `league.action.${action.replaceAll(" ", "_")}`;
  return has(key) ? t(key) : action;
}
