// A graph of the scores of a game, move by move, from the first player's point of view.

import { html, nothing, redraw, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isMistake } from "./review.js";

const [WIDTH, HEIGHT, MARGIN] = [640, 170, 24];
const LEAST_TOP = 4;

/**
 * @param {HTMLElement} box
 * @param {GameReview | null} review - null draws nothing
 * @param {number} place - how many moves are on the board
 * @param {(place: number) => unknown} onGo
 */
export function drawScoreGraph(box, review, place, onGo) {
  if (!review?.moves.length) {
    redraw(nothing, box);
    return;
  }
  const values = review.moves.map(firstPlayersScore);
  const top = Math.max(LEAST_TOP, ...values.map((value) => Math.abs(value ?? 0)));
  /** @param {number} ply */
  const x = (ply) => MARGIN + ((WIDTH - 2 * MARGIN) * ply) / values.length;
  /** @param {number | null} value */
  const y = (value) => HEIGHT / 2 - ((HEIGHT / 2 - MARGIN) * (value ?? 0)) / top;
  const steps = values.map((value, index) => {
    const continues = index > 0 && values[index - 1] !== null;
    return value === null ? "" : `${continues ? "L" : "M"}${x(index + 1)} ${y(value)}`;
  });
  const spots = review.moves.map((move, index) => (isMistake(move)
    ? svg`<path class="spot" d="M${x(index + 1)} ${y(values[index]) - 8}l8 8l-8 8l-8 -8Z"></path>`
    : nothing));
  const touches = values.map((_, index) => svg`<rect class="touch" x=${x(index + 0.5)} y="0" width=${x(1) - x(0)}
    height=${HEIGHT} @click=${() => onGo(index + 1)}></rect>`);
  redraw(html`<section class="card" aria-label=${t("graph.title")}>
    <h2>${t("graph.title")}</h2>
    <svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("graph.title")}>
      <line class="zero" x1=${MARGIN} x2=${WIDTH - MARGIN} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
      <text x=${MARGIN} y="14">${t("graph.above", { side: t("side.1") })}</text>
      <text x=${MARGIN} y=${HEIGHT - 4}>${t("graph.above", { side: t("side.2") })}</text>
      <line class="now" x1=${x(place)} x2=${x(place)} y1=${MARGIN} y2=${HEIGHT - MARGIN}></line>
      <path class="scores" d=${steps.join("")}></path>
      ${spots}${touches}
    </svg>
  </section>`, box);
}

/** @param {MoveReview} move */
function firstPlayersScore({ player, after: { score } }) {
  return score === null || player === 1 ? score : -score;
}
