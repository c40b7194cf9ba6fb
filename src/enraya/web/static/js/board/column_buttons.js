// The row above the board: one button for each column, with its score while analysis is on.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { columnName, refusalText, scoreText, valueText } from "./position_text.js";

export class ColumnButtons {
  /**
   * @param {(column: number) => unknown} onColumn
   * @param {(column: number | null) => unknown} onFocus
   */
  constructor(onColumn, onFocus) {
    this.onColumn = onColumn;
    this.onFocus = onFocus;
    this.element = h("div", { class: "column-row", role: "group", "aria-label": t("board.columns") });
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  /**
   * Draws a button for each column of a state.
   * @param {PositionState} state
   * @param {(ColumnValue | null)[] | null} values - from the analysis; null while it is off
   * @param {boolean} interactive
   */
  draw(state, values, interactive) {
    const focused = this.#focused();
    // Where every move loses alike, none stands out.
    const showsBest = values?.some((value) => value && (!value.is_best || value.outcome !== "loss"));
    this.buttons = Array.from({ length: state.columns }, (_, index) => {
      const name = columnName(index + 1);
      const isOpen = state.legal_moves.includes(name);
      const texts = values && scoreTexts(values[index] ?? null);
      const label = isOpen ? [t("board.column", { column: name }), texts?.words] : [refusalText(state, name)];
      const best = showsBest && values?.[index]?.is_best ? " best" : "";
      return h(
        "button",
        {
          type: "button",
          class: `column-button ${values?.[index]?.outcome ?? "unknown"}${best}`,
          "aria-label": label.filter(Boolean).join(", "),
          "aria-disabled": isOpen && interactive ? null : "true",
          onclick: () => this.onColumn(index + 1),
          onfocus: () => this.onFocus(index + 1),
          onblur: () => this.onFocus(null),
        },
        h("span", { class: "column-score" }, texts?.score ?? ""),
        h("span", { class: "column-words" }, texts?.words ?? ""),
        h("span", { class: "column-name" }, name),
      );
    });
    this.element.classList.toggle("with-values", values !== null);
    this.element.replaceChildren(...this.buttons);
    if (focused >= 0) this.buttons[focused]?.focus();
  }

  #focused() {
    return this.buttons.findIndex((button) => button === document.activeElement);
  }

  /**
   * Moves the keyboard focus left or right.
   * @param {number} direction
   */
  step(direction) {
    const { length } = this.buttons;
    const place = this.#focused();
    const middle = Math.floor((length - 1) / 2);
    const next = place < 0 ? middle : (place + direction + length) % length;
    this.buttons[next]?.focus();
  }

  get hasFocus() {
    return this.#focused() >= 0;
  }
}

/** @param {ColumnValue | null} value */
function scoreTexts(value) {
  return value ? { score: scoreText(value), words: valueText(value) } : { score: "·", words: "" };
}
