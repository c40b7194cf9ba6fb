// Positions, moves and scores in words.

import { t } from "../lib/i18n.js";

const COLUMN_NAMES = "123456789abcdefg";
/** The largest estimate that is shown; there is no room for more digits. */
const MOST = 99;
const BEYOND = 1e9;

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
 * Why a column cannot be played.
 * @param {PositionState} state
 * @param {string} move
 */
export function refusalText(state, move) {
  const reason = isFull(state, columnNumber(move)) ? "board.full" : "board.closed";
  return [t("board.column", { column: move }), t(reason)].join(", ");
}

/**
 * @param {PositionState} state
 * @param {number} column
 */
function isFull({ rows_from_bottom: rows }, column) {
  return rows.every((cells) => cells[column - 1] !== ".");
}

/**
 * How a finished game ended.
 * @param {PositionState} state
 */
export function outcomeText(state) {
  if (state.winner === 0) return t("game.draw");
  return t("game.won", { side: t(`side.${state.winner}`) });
}

/**
 * How a finished game ended, by which move and with which cells.
 * @param {PositionState} state
 */
export function endText(state) {
  if (state.winner === 0) return outcomeText(state);
  return [decisionText(state), reasonText(state)].join(" ");
}

/** @param {PositionState} state */
function decisionText({ winner, last_mover: mover, last_cell: cell }) {
  const values = { side: t(`side.${winner}`), other: t(`side.${mover}`), column: cell?.column ?? null };
  if (winner === mover) return t(cell ? "end.won_by_move" : "end.won_by_boom", values);
  return t(cell ? "end.won_after_move" : "end.won_after_boom", values);
}

/** @param {PositionState} state */
function reasonText({ ending, to_move: mover, winning_cells: cells }) {
  if (ending === "blocked") return t("end.blocked", { side: t(`side.${mover}`) });
  const { column, row } = cells[0];
  const last = cells[cells.length - 1];
  const [right, up] = [Math.sign(last.column - column), Math.sign(last.row - row)];
  const isLine = cells.every(
    (cell, index) => cell.column === column + right * index && cell.row === row + up * index,
  );
  if (!isLine) return t("end.cells", { cells: cells.map((cell) => t("end.cell", { ...cell })).join("; ") });
  if (up === 0) return t("end.row", { row, from: column, to: last.column });
  if (right === 0) return t("end.column", { column, from: row, to: last.row });
  return t("end.diagonal", { from: column, start: row, to: last.column, end: last.row });
}

/** @param {Valuation} value */
export function scoreText({ score }) {
  return score === null ? "?" : signed(score);
}

/**
 * An integer with its sign.
 * @param {number} value
 */
export function signed(value) {
  if (value > 0) return `+${value}`;
  return value === 0 ? "0" : `−${-value}`;
}

/** @param {Valuation} value */
export function valueText({ score, outcome, plies }) {
  if (score === null) return t("value.unknown");
  return t(`value.${outcome}`, { plies });
}

/**
 * An estimate shown in place of a score and marked as an estimate; large values are cut off.
 * @param {MoveEstimate} estimate
 */
export function estimateText({ value, outcome }) {
  const shown = Math.round(value ?? (outcome === "win" ? MOST : -MOST));
  return t("estimate.about", { value: signed(Math.max(-MOST, Math.min(MOST, shown))) });
}

/**
 * A number to compare estimates by: a win that the search sees beats every value, a near one beats a far one.
 * @param {MoveEstimate} estimate
 */
export function estimateRank({ value, outcome, plies }) {
  const nearness = BEYOND - (plies ?? 0);
  return value ?? (outcome === "win" ? nearness : -nearness);
}

/**
 * What is known about a move that is not solved: what is proved, else what the search sees.
 * @param {ColumnValue} value
 */
export function unsolvedText({ lower, upper, estimate }) {
  if (lower > 0) return t("proved.win");
  if (upper < 0) return t("proved.loss");
  if (lower === 0) return t("proved.no_loss");
  if (upper === 0) return t("proved.no_win");
  return estimate?.outcome ? t(`value.${estimate.outcome}`, { plies: estimate.plies }) : "";
}
