// Positions, moves and scores in words.

import { t } from "../lib/i18n.js";

const COLUMN_NAMES = "123456789abcdefg";

/**
 * The character that stands for a column in the notation.
 * @param {number} column
 */
export function columnName(column) {
  return COLUMN_NAMES[column - 1];
}

/** @param {string} name */
export function columnNumber(name) {
  return COLUMN_NAMES.indexOf(name) + 1;
}

/**
 * A position for people who cannot see it: row by row from the bottom.
 * @param {PositionState} state
 */
export function describePosition(state) {
  const rows = state.rows_from_bottom
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => /[^.]/.test(cells))
    .map(({ row, cells }) => t("board.row", { row, cells: [...cells].map(cellText).join(" ") }));
  return rows.length ? rows.join("; ") : t("board.empty");
}

/** @param {string} symbol */
function cellText(symbol) {
  return t(`cell.${symbol === "." ? "empty" : symbol}`);
}

/**
 * How a finished game ended.
 * @param {PositionState} state
 */
export function outcomeText(state) {
  if (state.winner === 0) return t("game.draw");
  return t("game.won", { side: t(`side.${state.winner}`) });
}

/** @param {Valuation} value */
export function scoreText({ score }) {
  if (score === null) return "?";
  if (score > 0) return `+${score}`;
  return score === 0 ? "0" : `−${-score}`;
}

/** @param {Valuation} value */
export function valueText({ score, outcome, plies }) {
  if (score === null) return t("value.unknown");
  return t(`value.${outcome}`, { plies });
}
