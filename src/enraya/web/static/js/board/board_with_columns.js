// A board with its row of column buttons, as on every page with a game.

/** @import { Arrow } from "./arrows.js" */
/** @import { Threat } from "./board.js" */

import { h } from "../lib/dom.js";
import { Board } from "./board.js";
import { ColumnButtons } from "./column_buttons.js";
import { describePosition } from "./position_text.js";

/**
 * @typedef {object} DrawOptions
 * @property {(ColumnValue | null)[] | null} [values] - the scores of the columns; null shows none
 * @property {boolean} [interactive]
 * @property {boolean} [animate]
 * @property {Threat[]} [threats]
 * @property {Arrow[]} [arrows]
 * @property {number | null} [hint] - a column to point at
 * @property {boolean} [previews] - whether the mouse shows where a stone would fall
 */

export class BoardWithColumns {
  /** @param {(column: number, row?: number) => unknown} onColumn - gets the column, and a clicked cell's row */
  constructor(onColumn) {
    this.board = new Board(onColumn);
    this.columns = new ColumnButtons(onColumn, (column) => this.board.hover(column));
    this.element = h("div", { class: "board-with-columns" }, this.columns.element, this.board.element);
  }

  /**
   * @param {PositionState} state
   * @param {DrawOptions} options
   */
  draw(state, { values = null, interactive = false, ...shown }) {
    this.element.style.setProperty("--shape", String(state.columns / state.rows));
    this.element.style.setProperty("--columns", String(state.columns));
    this.board.draw(state, { label: describePosition(state), interactive, ...shown });
    this.columns.draw(state, values, interactive);
  }
}
