// A board with its row of columns, as every view shows it.

import { Board } from "./board.js";
import { ColumnButtons } from "./column_buttons.js";
import { h } from "../lib/dom.js";
import { describePosition } from "./position_text.js";

export class BoardWithColumns {
  constructor(onColumn) {
    this.board = new Board(onColumn);
    this.columns = new ColumnButtons(onColumn, (column) => this.board.state && this.board.hover(column));
    this.element = h("div", { class: "board-with-columns" }, this.columns.element, this.board.element);
  }

  // Draws a state; options: values, interactive, animate, threats.
  draw(state, { values = null, interactive = false, animate = false, threats = [] } = {}) {
    this.element.style.setProperty("--shape", state.columns / state.rows);
    this.board.draw(state, { label: describePosition(state), animate, interactive, threats });
    this.columns.draw(state, values, interactive);
  }
}
