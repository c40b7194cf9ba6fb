// The rating of a team over its games: each point as computed at the time, with its interval.

import { roundTicks } from "../lib/charts.js";
import { html, nothing, svg } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const [WIDTH, HEIGHT] = [640, 280];
/** The height of a version's name, and how many names are staggered where versions are close together. */
const [LABEL, LABELS] = [20, 3];
const EDGE = { left: 70, right: 14, top: 16, bottom: 44 };

/** @param {League.RatingPoint[]} points */
export function curveCard(points) {
  return html`<section class="card curve-card">
    <h2>${t("league.curve")}</h2>
    <p class="note">${t(points.length ? "league.curve.note" : "league.games.none")}</p>
    <div class="curve-box">${points.length ? curve(points) : nothing}</div>
  </section>`;
}

/** @param {League.RatingPoint[]} points */
function curve(points) {
  const ticks = roundTicks(Math.min(...points.map(({ low }) => low)), Math.max(...points.map(({ high }) => high)));
  const [least, most] = [ticks[0], ticks[ticks.length - 1]];
  const last = points[points.length - 1].games;
  /** @param {number} games */
  const x = (games) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * games) / last;
  /** @param {number} elo */
  const y = (elo) => HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * (elo - least)) / (most - least || 1);
  const grid = ticks.map((elo) => svg`
    <line class="grid" x1=${EDGE.left} x2=${WIDTH - EDGE.right} y1=${y(elo)} y2=${y(elo)}></line>
    <text x=${EDGE.left - 8} y=${y(elo) + 5} text-anchor="end">${number(elo)}</text>`);
  const band = [...points.map(({ games, high }) => `${x(games)} ${y(high)}`),
    ...points.toReversed().map(({ games, low }) => `${x(games)} ${y(low)}`)].join("L");
  const changes = points.filter(({ version }, place) => place > 0 && points[place - 1].version !== version);
  const { elo, low, high } = points[points.length - 1];
  const words = t("league.curve.label", { games: last, elo: number(elo), low: number(low), high: number(high) });
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}>
    ${grid}
    <path class="band" d="M${band}Z"></path>
    <path class="series" d="M${points.map((one) => `${x(one.games)} ${y(one.elo)}`).join("L")}"></path>
    ${points.map((one) => svg`<circle class="point" cx=${x(one.games)} cy=${y(one.elo)} r="3.5"></circle>`)}
    ${changes.map(({ games, version }, place) => svg`
      <line class="change" x1=${x(games)} x2=${x(games)} y1=${EDGE.top} y2=${HEIGHT - EDGE.bottom}></line>
      <text x=${x(games) + 4} y=${EDGE.top + 10 + LABEL * (place % LABELS)}>${
        t("league.version", { number: version })}</text>`)}
    <text x=${WIDTH - EDGE.right} y=${HEIGHT - 8} text-anchor="end">${
      t("league.curve.games", { games: number(last) })}</text>
  </svg>`;
}
