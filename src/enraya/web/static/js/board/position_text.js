// Positions, moves and scores in words.

import { t } from "../lib/i18n.js";

const COLUMN_NAMES = "123456789abcdefg";

// The character that stands for a column in notation.
export function columnName(column) {
  return COLUMN_NAMES[column - 1];
}

export function columnNumber(name) {
  return COLUMN_NAMES.indexOf(name) + 1;
}

// A position for people who cannot see it: row by row from the bottom.
export function describePosition(state) {
  const rows = state.rows_from_bottom
    .map((cells, index) => [index + 1, cells])
    .filter(([, cells]) => /[^.]/.test(cells))
    .map(([row, cells]) => t("board.row", { row, cells: [...cells].map(cellText).join(" ") }));
  return rows.length ? rows.join("; ") : t("board.empty");
}

function cellText(symbol) {
  return t(`cell.${symbol === "." ? "empty" : symbol}`);
}

export function outcomeText(state) {
  if (state.winner === 0) return t("game.draw");
  return t("game.won", { side: t(`side.${state.winner}`) });
}

export function scoreText(value) {
  if (value.score === null) return "?";
  if (value.score > 0) return `+${value.score}`;
  return value.score === 0 ? "0" : `−${-value.score}`;
}

export function valueText(value) {
  if (value.score === null) return t("value.unknown");
  return t(`value.${value.outcome}`, { plies: value.plies });
}
