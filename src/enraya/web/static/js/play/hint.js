// One hint: the column that the perfect player would choose, shown once.

import { columnNumber, valueText } from "../board/position_text.js";
import { address, get } from "../lib/api.js";
import { t } from "../lib/i18n.js";

export class Hint {
  constructor() {
    this.moves = "";
    /** @type {number | null} */
    this.column = null;
    this.text = "";
  }

  /**
   * Asks for the best column of a position.
   * @param {PositionState} state
   */
  async ask({ moves, rules, columns }) {
    /** @type {PositionAnalysis} */
    const found = await get(address("/api/analysis", { moves, rules }));
    const middle = (columns + 1) / 2;
    const best = found.columns.filter((column) => column !== null && column.is_best);
    best.sort((one, other) => distance(one, middle) - distance(other, middle));
    this.moves = moves;
    this.column = best[0] ? columnNumber(best[0].move) : null;
    this.text = best[0] ? t("hint.text", { column: best[0].move, value: valueText(best[0]) }) : t("hint.none");
  }

  /**
   * The hint for a position, if it was asked for there.
   * @param {PositionState} state
   */
  of({ moves }) {
    return this.text && moves === this.moves ? { column: this.column, text: this.text } : null;
  }
}

/**
 * @param {ColumnValue | null} column
 * @param {number} middle
 */
function distance(column, middle) {
  return column ? Math.abs(columnNumber(column.move) - middle) : Infinity;
}
