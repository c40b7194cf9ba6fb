// The ranking: places, names, and ratings with their intervals drawn to one scale.

import { roundTicks } from "../lib/charts.js";
import { h, s } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const [WIDTH, HEIGHT] = [200, 20];
/** Intervals are cut there: who has hardly played is somewhere. */
const WIDEST = 600;

/** @param {League.RankingRow[]} rows */
export function rankingTable(rows) {
  const head = ["place", "name", "rating", "interval", "games", "points"].map((key) =>
    h("th", { scope: "col", class: key }, t(`league.ranking.${key}`)));
  const x = scaleOf(rows);
  return h(
    "table",
    { class: "list ranking" },
    h("caption", { class: "unseen" }, t("league.nav.ranking")),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows.map((row) => rankingRow(row, x))),
  );
}

/**
 * @param {League.RankingRow} row
 * @param {(elo: number) => number} x
 */
function rankingRow(row, x) {
  const { place, name, elo, games, points, is_baseline: isBaseline, is_mine: isMine, version } = row;
  const share = games ? t("league.percent", { share: number((100 * points) / games) }) : "–";
  const tags = [
    isBaseline && h("span", { class: "tag plain" }, t("league.ranking.baseline")),
    isMine && h("span", { class: "tag" }, t("league.ranking.mine")),
    version !== null && h("small", {}, t("league.version", { number: version })),
  ];
  return h(
    "tr",
    { class: isMine ? "mine-row" : isBaseline ? "baseline-row" : "" },
    h("td", { class: "place number" }, String(place)),
    h("th", { scope: "row", class: "name" }, h("span", { class: "player-name" }, name), " ", tags),
    h("td", { class: "rating number" }, number(elo)),
    h("td", { class: "interval" }, interval(row, x)),
    h("td", { class: "games number" }, number(games)),
    h("td", { class: "points number" }, share),
  );
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
  const drawing = s(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    s("line", { class: "interval", x1: x(lowOf(row)), x2: x(highOf(row)), y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    s("circle", { class: "point", cx: x(elo), cy: HEIGHT / 2, r: 5 }),
  );
  return [drawing, h("small", {}, words)];
}
