// Sets up a position: stones are dropped and removed freely; the server tells whether a game leads there.

import { smallDisc } from "../board/discs.js";
import { columnName } from "../board/position_text.js";
import { address, get, isAborted, messageOf } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { h, made, show } from "../lib/dom.js";
import { sentence, t } from "../lib/i18n.js";

const REMOVE = 0;
const TOOLS = [1, 2, REMOVE];
const EMPTY = ".";

/**
 * The page that shows the position.
 * @typedef {object} Table
 * @property {() => void} draw
 * @property {(moves: string) => unknown} open - shows the position after some moves
 */

export class SetUp {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.on = false;
    this.tool = TOOLS[0];
    /** @type {string[]} - the stones of each column, from the bottom */
    this.stacks = [];
    /** @type {PositionState | null} - the position before any change */
    this.start = null;
    /** @type {string | null} - moves that lead to the position */
    this.moves = null;
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    this.tools = h("div", { class: "buttons", role: "group", "aria-label": t("setup.tools") });
    this.told = h("p", { class: "told-line", role: "status" });
    this.done = button(t("setup.done"), () => this.#finish(), { class: "primary" });
    this.element = h(
      "section",
      { class: "card set-up", hidden: true, "aria-label": t("setup.title") },
      h("h2", {}, t("setup.title")),
      this.tools,
      this.told,
      h(
        "div",
        { class: "buttons" },
        this.done,
        button(t("setup.cancel"), () => this.#leave()),
        button(t("setup.clear"), () => this.#clear()),
      ),
      h("p", { class: "note" }, t("setup.note")),
    );
  }

  /** @param {PositionState} state - to start from */
  begin(state) {
    this.start = state;
    this.stacks = Array.from({ length: state.columns }, (_, column) =>
      state.rows_from_bottom.map((cells) => cells[column]).join("").replaceAll(EMPTY, ""),
    );
    this.on = true;
    this.element.hidden = false;
    this.#choose(this.tool);
    this.#changed();
    this.element.querySelector("button")?.focus();
  }

  /** @param {number} tool */
  #choose(tool) {
    this.tool = tool;
    const buttons = TOOLS.map((each) => {
      const text = each === REMOVE ? t("setup.remove") : t(`side.${each}`);
      const attributes = { type: "button", "aria-pressed": String(each === tool), onclick: () => this.#choose(each) };
      return h("button", { ...attributes, class: "tool" }, each !== REMOVE && made(smallDisc(each)), text);
    });
    const focused = [...this.tools.children].indexOf(/** @type {Element} */ (document.activeElement));
    show(this.tools, buttons);
    if (focused >= 0) buttons[focused].focus();
    this.table.draw();
  }

  /**
   * Handles a click on a column, perhaps on one of its cells.
   * @param {number} column
   * @param {number} [row] - of the cell, from the bottom
   */
  click(column, row) {
    const stack = this.stacks[column - 1];
    const rows = this.start?.rows ?? 0;
    if (stack === undefined) return;
    const place = Math.min(row ?? stack.length, stack.length) - 1;
    if (this.tool === REMOVE) this.stacks[column - 1] = stack.slice(0, Math.max(place, 0)) + stack.slice(place + 1);
    else if (stack.length < rows) this.stacks[column - 1] = stack + this.tool;
    this.#changed();
  }

  #clear() {
    this.stacks = this.stacks.map(() => "");
    this.#changed();
  }

  async #changed() {
    this.moves = null;
    this.done.disabled = true;
    this.table.draw();
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const path = address("/api/setup", { stacks: this.stacks.join(), rules: this.start?.rules });
      /** @type {SetUpResult} */
      const { moves, problem } = await get(path, signal);
      if (moves === null) this.#tell(problem ? sentence(problem.key, problem.values) : "", true);
      else await this.#accept(moves, signal);
    } catch (error) {
      if (!isAborted(error)) this.#tell(messageOf(error), true);
    }
  }

  /**
   * @param {string} moves
   * @param {AbortSignal} signal
   */
  async #accept(moves, signal) {
    /** @type {PositionState} */
    const state = await get(address("/api/position", { moves, rules: this.start?.rules }), signal);
    this.moves = moves;
    this.done.disabled = false;
    this.#tell(state.over ? t("setup.over") : t("setup.legal", { side: t(`side.${state.to_move}`) }), false);
  }

  /**
   * @param {string} text
   * @param {boolean} isProblem
   */
  #tell(text, isProblem) {
    this.told.textContent = text;
    this.told.classList.toggle("problem", isProblem);
  }

  #finish() {
    const { moves } = this;
    if (moves === null) return;
    this.#leave();
    this.table.open(moves);
  }

  #leave() {
    this.asking?.abort();
    this.on = false;
    this.element.hidden = true;
    this.table.draw();
  }

  /** What the board draws: the stones, and the columns where a click has an effect. */
  get state() {
    const state = /** @type {PositionState} */ (this.start);
    const rows = Array.from({ length: state.rows }, (_, row) =>
      this.stacks.map((stack) => stack[row] ?? EMPTY).join(""),
    );
    const isOpen = (/** @type {string} */ stack) => (this.tool === REMOVE ? stack !== "" : stack.length < state.rows);
    return {
      ...state,
      moves: "",
      rows_from_bottom: rows,
      legal_moves: this.stacks.flatMap((stack, place) => (isOpen(stack) ? [columnName(place + 1)] : [])),
      to_move: this.tool === REMOVE ? state.to_move : this.tool,
      over: false,
      winner: null,
      ending: null,
      winning_cells: [],
      last_cell: null,
    };
  }

  get isRemoving() {
    return this.on && this.tool === REMOVE;
  }
}
