// The first moves of the best line, or of an estimate's principal variation, as arrows on the board.

import { columnNumber } from "../board/position_text.js";
import { address, get, isAborted } from "../lib/api.js";
import { t } from "../lib/i18n.js";

const MOST = 6;

export class Arrows {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.on = false;
    this.place = "";
    this.line = "";
    /** @type {AbortController | undefined} */
    this.asking = undefined;
  }

  toggle() {
    this.on = !this.on;
    this.onChange();
  }

  /** @param {PositionState} state */
  async #ask({ moves, rules }) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.line = "";
    try {
      const path = address("/api/analysis", { moves, rules, line: true });
      /** @type {PositionAnalysis} */
      const { line } = await get(path, this.asking.signal);
      this.line = line ?? "";
    } catch (error) {
      if (isAborted(error)) return; // the scores report all other errors
    }
    this.onChange();
  }

  /**
   * What the board draws; only classic games have a best line, so the players take turns.
   * @param {PositionState} state
   * @param {PositionAnalysis | null} analysis - of this state; null if there is none
   */
  marks(state, analysis) {
    if (!this.on || !analysis) return [];
    const place = `${state.rules}|${state.moves}`;
    if (analysis.exact && this.place !== place) {
      this.place = place;
      this.#ask(state);
    }
    const line = this.place === place ? this.line : (analysis.expected ?? "");
    const heights = Array.from({ length: state.columns }, (_, column) =>
      state.rows_from_bottom.filter((cells) => cells[column] !== ".").length,
    );
    return [...line.slice(0, MOST)].map((move, index) => {
      const column = columnNumber(move);
      const row = (heights[column - 1] += 1);
      const player = index % 2 ? 3 - state.to_move : state.to_move;
      const text = t("analyse.arrow", { number: index + 1, side: t(`side.${player}`), column, row });
      return { player, cell: { column, row }, text };
    });
  }
}
