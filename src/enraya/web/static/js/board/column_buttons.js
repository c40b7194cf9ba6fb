// The row above the board: one button for each column, with its score while analysis is on.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { columnName, scoreText, valueText } from "./position_text.js";

export class ColumnButtons {
  constructor(onColumn, onFocus) {
    this.onColumn = onColumn;
    this.onFocus = onFocus;
    this.cursor = null;
    this.element = h("div", { class: "column-row", role: "group", "aria-label": t("board.columns") });
  }

  // Draws a button for each column of a state; values come from the analysis, or null.
  draw(state, values, interactive) {
    const focused = [...this.element.children].indexOf(document.activeElement);
    this.state = state;
    const buttons = [];
    for (let column = 1; column <= state.columns; column += 1) {
      buttons.push(this.#button(column, values?.[column - 1], values !== null, interactive));
    }
    this.element.style.setProperty("--columns", state.columns);
    this.element.classList.toggle("with-values", values !== null);
    this.element.replaceChildren(...buttons);
    if (focused >= 0) buttons[focused]?.focus();
  }

  #button(column, value, analysed, interactive) {
    const open = this.state.legal_moves.includes(columnName(column));
    const words = analysed && value ? valueText(value) : "";
    const label = [t("board.column", { column: columnName(column) }), open ? words : t("board.full")];
    const best = value?.is_best ? " best" : "";
    return h(
      "button",
      {
        type: "button",
        class: `column-button ${value?.outcome ?? "unknown"}${best}`,
        "aria-label": label.filter(Boolean).join(", "),
        "aria-disabled": open && interactive ? null : "true",
        onclick: () => this.onColumn(column),
        onfocus: () => this.onFocus(column),
        onblur: () => this.onFocus(null),
      },
      h("span", { class: "column-name" }, columnName(column)),
      analysed && h("span", { class: "column-score" }, value ? scoreText(value) : "·"),
      analysed && h("span", { class: "column-words" }, value ? words : ""),
    );
  }

  // Moves the keyboard's place to the left or right.
  step(direction) {
    const buttons = [...this.element.children];
    const place = buttons.indexOf(document.activeElement);
    const middle = Math.floor((buttons.length - 1) / 2);
    const next = place < 0 ? middle : (place + direction + buttons.length) % buttons.length;
    buttons[next]?.focus();
  }

  has(element) {
    return this.element.contains(element);
  }
}
