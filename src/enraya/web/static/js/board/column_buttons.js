// The row above the board: one button for each column, with its score while analysis is on.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import {
  columnName,
  estimateRank,
  estimateText,
  refusalText,
  scoreText,
  unsolvedText,
  valueText,
} from "./position_text.js";

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
    // If all moves lose equally fast, none is marked as best.
    const showsBest = values?.some((value) => value && (!value.is_best || value.outcome !== "loss"));
    const estimates = (values ?? []).flatMap((value) => value?.estimate ?? []);
    const favoured = Math.max(...estimates.map(estimateRank));
    if (this.buttons.length !== state.columns) this.#make(state.columns);
    this.buttons.forEach((button, index) => {
      const name = columnName(index + 1);
      const isOpen = state.legal_moves.includes(name);
      const texts = values && scoreTexts(values[index] ?? null);
      const estimate = values?.[index]?.estimate ?? null;
      const guess = estimate && t("estimate.spoken", { value: estimateText(estimate) });
      const said = [t("board.column", { column: name }), guess, texts?.words];
      const classes = [
        "column-button",
        values?.[index]?.outcome ?? "unknown",
        showsBest && values?.[index]?.is_best && "best",
        estimate && "estimated",
        estimate && estimateRank(estimate) === favoured && "favoured",
      ];
      button.className = classes.filter(Boolean).join(" ");
      button.ariaLabel = isOpen ? said.filter(Boolean).join(", ") : refusalText(state, name);
      button.ariaDisabled = isOpen && interactive ? null : "true";
      [texts?.score, texts?.words, name].forEach((text, place) => {
        button.children[place].textContent = text ?? "";
      });
    });
    this.element.classList.toggle("with-values", values !== null);
  }

  /**
   * Makes the buttons, and keeps them while their number stays, so that a new score disturbs no focus or click.
   * @param {number} columns
   */
  #make(columns) {
    this.buttons = Array.from({ length: columns }, (_, index) =>
      h(
        "button",
        {
          type: "button",
          onclick: () => this.onColumn(index + 1),
          onfocus: () => this.onFocus(index + 1),
          onblur: () => this.onFocus(null),
        },
        ["score", "words", "name"].map((part) => h("span", { class: `column-${part}` })),
      ),
    );
    this.element.replaceChildren(...this.buttons);
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
  if (!value) return { score: "·", words: "" };
  if (value.score !== null || !value.estimate) return { score: scoreText(value), words: valueText(value) };
  return { score: estimateText(value.estimate), words: unsolvedText(value) };
}
