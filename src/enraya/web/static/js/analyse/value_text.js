// What is known about a position, in words: its score, or an estimate and the bounds proved so far.

import { estimateText, scoreText, signed, unsolvedText, valueText } from "../board/position_text.js";
import { t } from "../lib/i18n.js";

/**
 * The value of a position, or an estimate of it, in words.
 * @param {PositionAnalysis} analysis
 */
export function valueLine({ value, columns, expected }) {
  const best = columns.find((column) => column?.move === expected?.[0]);
  if (value.score !== null || !best?.estimate) return `${scoreText(value)} · ${valueText(value)}`;
  return [estimateText(best.estimate), unsolvedText(best) || t("value.unknown")].join(" · ");
}

/**
 * How far an analysis has come, in words.
 * @param {PositionAnalysis} analysis
 * @param {boolean} isThinking
 */
export function proofText({ exact, lower, upper, depth }, isThinking) {
  if (exact) return t("estimate.exact");
  const bounds = { lower: signed(lower), upper: signed(upper) };
  const how = depth === null ? "" : t("estimate.depth", { depth });
  const until = isThinking ? t("estimate.searching") : t("estimate.ended");
  return [how, t("estimate.proved", bounds), until].filter(Boolean).join(" ");
}
