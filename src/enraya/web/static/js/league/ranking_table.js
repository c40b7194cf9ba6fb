// The ranking: places, names, and ratings with their intervals drawn to one scale.

import { roundTicks } from "../lib/charts.js";
import { html, nothing } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const [WIDTH, HEIGHT] = [200, 20];
/** The widest interval that is drawn: those of players with few games are cut off. */
const WIDEST = 600;

/**
 * @param {League.RankingRow[]} rows
 */
export function rankingTable(rows) {
  const x = scaleOf(rows);
  return html`<table class="list ranking">
    <caption class="unseen">${t("league.nav.ranking")}</caption>
    <thead><tr>
      ${["place", "name", "rating", "interval", "games", "points"].map((key) =>
        html`<th scope="col" class=${key}>${t(`league.ranking.${key}`)}</th>`)}
    </tr></thead>
    <tbody>${rows.map((row) => rankingRow(row, x))}</tbody>
  </table>`;
}

/**
 * @param {League.RankingRow} row
 * @param {(elo: number) => number} x
 */
function rankingRow(row, x) {
  const { place, name, elo, games, points, is_baseline: isBaseline, is_mine: isMine, version } = row;
  return html`<tr class=${isMine ? "mine-row" : isBaseline ? "baseline-row" : ""}>
    <td class="place number">${place}</td>
    <th scope="row" class="name"><span class="player-name">${name}</span>
      ${isBaseline ? html`<span class="tag plain">${t("league.ranking.baseline")}</span>` : nothing}
      ${isMine ? html`<span class="tag">${t("league.ranking.mine")}</span>` : nothing}
      ${version === null ? nothing : html`<small>${t("league.version", { number: version })}</small>`}</th>
    <td class="rating number">${number(elo)}</td>
    <td class="interval">${interval(row, x)}</td>
    <td class="games number">${number(games)}</td>
    <td class="points number">${games ? t("league.percent", { share: number((100 * points) / games) }) : "–"}</td>
  </tr>`;
}

/** @param {League.RankingRow[]} rows */
function scaleOf(rows) {
  const ends = rows.flatMap((row) => [lowOf(row), highOf(row)]);
  const ticks = ends.length ? roundTicks(Math.min(...ends), Math.max(...ends)) : [0, 1];
  const [least, most] = [ticks[0], ticks[ticks.length - 1]];
  /** @param {number} elo */
  return (elo) => 6 + ((WIDTH - 12) * (elo - least)) / (most - least || 1);
}

/** @param {League.RankingRow} row */
function lowOf({ elo, low }) {
  return Math.max(low ?? elo, elo - WIDEST);
}

/** @param {League.RankingRow} row */
function highOf({ elo, high }) {
  return Math.min(high ?? elo, elo + WIDEST);
}

/**
 * @param {League.RankingRow} row
 * @param {(elo: number) => number} x
 */
function interval(row, x) {
  const { low, high, elo } = row;
  const words = low === null || high === null || low === high
    ? t("league.ranking.fixed")
    : t("league.ranking.range", { low: number(low), high: number(high) });
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <line class="interval" x1=${x(lowOf(row))} x2=${x(highOf(row))} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
    <circle class="point" cx=${x(elo)} cy=${HEIGHT / 2} r="5"></circle>
  </svg><small>${words}</small>`;
}
