// The first moves of the best line as arrows on the board.

import { columnNumber } from "../board/position_text.js";
import { address, get, isAborted } from "../lib/api.js";
import { t } from "../lib/i18n.js";

const MOST = 6;

export class Arrows {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.on = false;
    /** @type {PositionState | null} */
    this.state = null;
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    this.line = "";
  }

  toggle() {
    this.on = !this.on;
    if (this.state) this.ask(this.state);
    this.onChange();
  }

  /** @param {PositionState} state */
  async ask(state) {
    this.state = state;
    this.line = "";
    this.asking?.abort();
    if (!this.on || state.over || state.has_bombs) return;
    this.asking = new AbortController();
    const { moves, rules } = state;
    try {
      /** @type {PositionAnalysis} */
      const { line } = await get(address("/api/analysis", { moves, rules, line: true }), this.asking.signal);
      this.line = line ?? "";
    } catch (error) {
      if (isAborted(error)) return; // what else went wrong, the scores say
    }
    this.onChange();
  }

  /** What the board draws; only classic games have a best line, so the players take turns. */
  marks() {
    const { state } = this;
    if (!this.on || !state) return [];
    const heights = Array.from({ length: state.columns }, (_, column) =>
      state.rows_from_bottom.filter((cells) => cells[column] !== ".").length,
    );
    return [...this.line.slice(0, MOST)].map((move, place) => {
      const column = columnNumber(move);
      const row = (heights[column - 1] += 1);
      const player = place % 2 ? 3 - state.to_move : state.to_move;
      const text = t("analyse.arrow", { number: place + 1, side: t(`side.${player}`), column, row });
      return { player, cell: { column, row }, text };
    });
  }
}
