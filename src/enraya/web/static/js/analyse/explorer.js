// The explorer of openings: every move with its score, the replies that keep it, and results of stored games.

import { columnName, columnNumber, estimateText, scoreText, unsolvedText, valueText } from "../board/position_text.js";
import { address, get, isAborted, messageOf } from "../lib/api.js";
import { h, html, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const STORED = "explorer";
const MOST_KEPT = 500;

/** @typedef {{ kept: number, all: number } | "over" | null} Replies - null if not known */

/**
 * The page that shows the position.
 * @typedef {object} Table
 * @property {{ analysis: PositionAnalysis | null }} scores
 * @property {(move: string) => unknown} play
 */

export class Explorer {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {PositionState | null} */
    this.state = null;
    /** @type {ContinuationRow[] | null} */
    this.played = null;
    /** @type {Map<string, Replies>} - by rules and moves */
    this.replies = new Map();
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    this.isCounting = false;
    this.problem = h("p", { class: "problem", role: "status" });
    this.rows = h("tbody", {});
    const heads = ["move", "score", "replies", "games"].map((key) =>
      h("th", { scope: "col" }, t(`explorer.${key}`)),
    );
    const listed = h("table", { class: "list explorer" }, h("thead", {}, h("tr", {}, heads)), this.rows);
    const parts = [listed, this.problem, h("p", { class: "note" }, t("explorer.note"))];
    const open = localStorage.getItem(STORED) === "open";
    const attributes = { class: "card", open, ontoggle: () => this.#toggled() };
    this.element = h("details", attributes, h("summary", {}, t("explorer.title")), parts);
  }

  #toggled() {
    localStorage.setItem(STORED, this.element.open ? "open" : "closed");
    if (!this.element.open) this.asking?.abort();
    else if (this.state) this.ask(this.state);
  }

  /**
   * Requests how games continued from a position; replies are counted once its scores are known.
   * @param {PositionState} state
   */
  async ask(state) {
    this.state = state;
    this.asking?.abort();
    this.isCounting = false;
    this.played = null;
    this.problem.textContent = "";
    if (!this.element.open) return;
    const { signal } = (this.asking = new AbortController());
    this.draw();
    if (state.over) return;
    try {
      const { moves, rules } = state;
      this.played = await get(address("/api/continuations", { moves, rules }), signal);
    } catch (error) {
      if (isAborted(error)) return;
      this.problem.textContent = messageOf(error);
    }
    this.draw();
  }

  draw() {
    const { state } = this;
    if (!state || !this.element.open) return;
    const analysis = this.#analysis(state);
    const columns = Array.from({ length: state.columns }, (_, index) => columnName(index + 1));
    const rows = [...new Set([...columns, ...state.legal_moves])].map((move) => ({
      move,
      isOpen: state.legal_moves.includes(move),
      value: analysis?.columns[columnNumber(move) - 1] ?? null,
      replies: this.replies.get(keyOf(state, move)) ?? null,
      played: this.played && (this.played.find((each) => each.move === move) ?? { games: 0 }),
    }));
    redraw(rows.map((row) => this.#row(row)), this.rows);
    if (analysis?.exact && !this.isCounting && this.asking) this.#count(state, analysis, this.asking.signal);
  }

  /** @param {PositionState} state */
  #analysis(state) {
    const { analysis } = this.table.scores;
    return analysis?.moves === state.moves && analysis.rules === state.rules ? analysis : null;
  }

  /**
   * Counts the replies that keep the value of each move, one move at a time: nothing else waits for them.
   * @param {PositionState} state
   * @param {PositionAnalysis} analysis
   * @param {AbortSignal} signal
   */
  async #count(state, analysis, signal) {
    this.isCounting = true;
    const best = [...state.legal_moves].sort((a, b) => scoreOf(analysis, b) - scoreOf(analysis, a));
    for (const move of best.filter((each) => !this.replies.has(keyOf(state, each)))) {
      try {
        const found = await repliesTo(state, move, signal);
        if (this.replies.size > MOST_KEPT) this.replies.clear();
        if (found) this.replies.set(keyOf(state, move), found);
      } catch (error) {
        if (isAborted(error)) return;
        this.problem.textContent = messageOf(error);
        return;
      }
      if (signal.aborted) return;
      this.draw();
    }
  }

  /** @param {{ move: string, isOpen: boolean, value: ColumnValue | null, replies: Replies, played: any }} row */
  #row({ move, isOpen, value, replies, played }) {
    const go = html`<button type="button" aria-label=${t("board.column", { column: move })} ?disabled=${!isOpen}
      @click=${() => this.table.play(move)}>${move}</button>`;
    if (!isOpen) return html`<tr><td>${go}</td><td colspan="3"></td></tr>`; // full, or the game is over
    const isGuess = value?.estimate;
    const words = value && (isGuess ? unsolvedText(value) : valueText(value));
    const shown = isGuess ? estimateText(isGuess) : value && scoreText(value);
    return html`<tr class=${value?.is_best ? "best" : ""}>
      <td>${go}</td>
      <td class="number ${value?.outcome ?? ""}">${shown ?? "·"}<small>${words}</small></td>
      <td class="number">${repliesText(replies)}</td>
      <td class="number">${played ? results(played) : "·"}</td>
    </tr>`;
  }
}

/**
 * @param {PositionState} state
 * @param {string} move
 */
function keyOf(state, move) {
  return `${state.rules}|${state.moves}${move}`;
}

/**
 * @param {PositionAnalysis} analysis
 * @param {string} move
 */
function scoreOf(analysis, move) {
  return analysis.columns[columnNumber(move) - 1]?.score ?? 0;
}

/**
 * How many replies to a move keep its value; null if that was not found in time.
 * @param {PositionState} state
 * @param {string} move
 * @param {AbortSignal} signal
 * @returns {Promise<Replies>}
 */
async function repliesTo({ moves, rules }, move, signal) {
  /** @type {PositionState} */
  const after = await get(address("/api/position", { moves: moves + move, rules }), signal);
  if (after.over) return "over";
  /** @type {PositionAnalysis} */
  const { exact, value, columns } = await get(address("/api/analysis", { moves: after.moves, rules }), signal);
  if (!exact) return null;
  const open = columns.filter((each) => each !== null);
  return { kept: open.filter(({ outcome }) => outcome === value.outcome).length, all: open.length };
}

/** @param {Replies} replies */
function repliesText(replies) {
  if (replies === null) return "·";
  return replies === "over" ? t("explorer.over") : t("explorer.of", replies);
}

/**
 * The number of games, and a bar that shows who won them.
 * @param {ContinuationRow} played
 */
function results({ games, first, draws, second }) {
  if (!games) return "0";
  const words = t("explorer.results", { first, draws, second });
  return html`${number(games)}<span class="result-bar" role="img" aria-label=${words} title=${words}>
    <span class="first" .style="flex-grow: ${first}"></span><span class="draw" .style="flex-grow: ${draws}"></span>
    <span class="second" .style="flex-grow: ${second}"></span>
  </span><small aria-hidden="true">${first} · ${draws} · ${second}</small>`;
}
