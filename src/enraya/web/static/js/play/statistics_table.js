// What the moves of each agent cost: the last one, and the mean of all so far.

import { smallDisc } from "../board/discs.js";
import { h, html, nothing, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { figure } from "./figure.js";

const FIGURES = /** @type {const} */ ([
  { name: "seconds", digits: 3, meanDigits: 4 },
  { name: "nodes", digits: 0, meanDigits: 1 },
  { name: "leaves", digits: 0, meanDigits: 1 },
]);

export function statisticsCard() {
  return h("section", { class: "card statistics", "aria-label": t("statistics.title"), hidden: true });
}

/**
 * @param {HTMLElement} card
 * @param {PlayerStatistics[]} statistics
 * @param {(player: number) => string} nameOf
 */
export function drawStatistics(card, statistics, nameOf) {
  card.hidden = statistics.length === 0;
  if (card.hidden) return;
  redraw(html`<h2>${t("statistics.title")}</h2>
    <table>
      <thead><tr>
        <td></td><th scope="col">${t("statistics.last")}</th><th scope="col">${t("statistics.mean")}</th>
      </tr></thead>
      ${statistics.map((each) => rowsOf(each, nameOf(each.player)))}
    </table>`, card);
}

/**
 * @param {PlayerStatistics} statistics
 * @param {string} name
 */
function rowsOf(statistics, name) {
  const { player, moves } = statistics;
  return html`<tbody>
    <tr><th scope="rowgroup" colspan="3">
      <div>${smallDisc(player)}<span>${t("statistics.moves", { name, moves })}</span></div>
    </th></tr>
    ${FIGURES.map(({ name: what, digits, meanDigits }) => {
      const known = statistics[what];
      return known ? html`<tr>
        <th scope="row">${t(`thinking.${what}`)}</th>
        <td class="number">${known.last === null ? "" : figure(known.last, digits)}</td>
        <td class="number">${figure(known.mean, meanDigits)}</td>
      </tr>` : nothing;
    })}
  </tbody>`;
}
