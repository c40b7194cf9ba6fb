// A board with its row of columns, as every view shows it.

import { Board } from "./board.js";
import { ColumnButtons } from "./column_buttons.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class BoardWithColumns {
  constructor(onColumn) {
    this.board = new Board(onColumn);
    this.columns = new ColumnButtons(onColumn, (column) => this.board.state && this.board.hover(column));
    this.element = h("div", { class: "board-with-columns" }, this.columns.element, this.board.element);
  }

  // Draws a state; options: values, interactive, animate, threats.
  draw(state, { values = null, interactive = false, animate = false, threats = [] } = {}) {
    this.element.style.setProperty("--shape", state.columns / state.rows);
    this.board.draw(state, { label: describe(state), animate, interactive, threats });
    this.columns.draw(state, values, interactive);
  }
}

// A position in words, for people who cannot see it: row by row from the bottom.
export function describe(state) {
  const rows = state.rows_from_bottom
    .map((cells, index) => [index + 1, cells])
    .filter(([, cells]) => /[^.]/.test(cells))
    .map(([row, cells]) => t("board.row", { row, cells: [...cells].map(cellText).join(" ") }));
  return rows.length ? rows.join("; ") : t("board.empty");
}

function cellText(symbol) {
  return t(`cell.${symbol === "." ? "empty" : symbol}`);
}
