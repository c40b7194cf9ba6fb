// What was done, by whom and why.

import { wideTable } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { dateText, has, t } from "../lib/i18n.js";

/**
 * @param {string} title
 * @param {League.ActionState[]} actions
 * @param {(team: number) => string} [nameOf] - where the teams concerned are shown
 */
export function logTable(title, actions, nameOf) {
  const head = ["time", "who", "action", ...(nameOf ? ["team"] : []), "reason"].map((key) => t(`league.log.${key}`));
  const rows = actions.map(({ time, who, action, team, reason, details }) =>
    h(
      "tr",
      {},
      h("td", {}, dateText(time)),
      h("td", {}, has(`league.who.${who}`) ? t(`league.who.${who}`) : who),
      h("td", {}, actionName(action), details ? h("small", { class: "details" }, details) : null),
      nameOf ? h("td", {}, team === null ? "" : nameOf(team)) : null,
      h("td", {}, reason),
    ));
  return h("section", { class: "card log" }, h("h2", {}, title), wideTable(title, head, rows));
}

/** @param {string} action */
function actionName(action) {
  const key = `league.action.${action.replaceAll(" ", "_")}`;
  return has(key) ? t(key) : action;
}
