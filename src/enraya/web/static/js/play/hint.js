// A hint: the solver's best move or, if the position cannot be solved, the move of a search.

import { columnNumber, valueText } from "../board/position_text.js";
import { address, get } from "../lib/api.js";
import { t } from "../lib/i18n.js";

const BOOM = "B";

export class Hint {
  constructor() {
    this.moves = "";
    /** @type {number | null} */
    this.column = null;
    this.text = "";
  }

  /**
   * Requests the best move in a game.
   * @param {GameState} game
   */
  async ask(game) {
    const { position } = game;
    const best = position.has_bombs ? null : await solved(position);
    if (best) this.#show(position, best.move, t("hint.text", { column: best.move, value: valueText(best) }));
    else await this.#search(game);
  }

  /** @param {GameState} game */
  async #search({ id, position }) {
    /** @type {SearchHint} */
    const { move, depth } = await get(`/api/games/${id}/hint`);
    this.#show(position, move, t(move === BOOM ? "hint.boom" : "hint.search", { move, depth }));
  }

  /**
   * @param {PositionState} state
   * @param {string} move
   * @param {string} text
   */
  #show({ moves }, move, text) {
    this.moves = moves;
    this.column = move === BOOM ? null : columnNumber(move);
    this.text = text;
  }

  /**
   * The hint for a position, if it was requested there.
   * @param {PositionState} state
   */
  of({ moves }) {
    return this.text && moves === this.moves ? { column: this.column, text: this.text } : null;
  }
}

/**
 * The best move that is nearest to the middle; null if it was not found in time.
 * @param {PositionState} state
 * @returns {Promise<ColumnValue | null>}
 */
async function solved({ moves, rules, columns }) {
  /** @type {PositionAnalysis} */
  const found = await get(address("/api/analysis", { moves, rules }));
  const middle = (columns + 1) / 2;
  const best = found.columns.filter((column) => column !== null && column.is_best);
  best.sort((one, other) => distance(one, middle) - distance(other, middle));
  return best[0] ?? null;
}

/**
 * @param {ColumnValue | null} column
 * @param {number} middle
 */
function distance(column, middle) {
  return column ? Math.abs(columnNumber(column.move) - middle) : Infinity;
}
