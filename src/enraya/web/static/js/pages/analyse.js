// The analysis page: scores, threats, the best line, and the review of a whole game.

import { Arrows } from "../analyse/arrows.js";
import { CopyCard } from "../analyse/copy_card.js";
import { ExactScores } from "../analyse/exact_scores.js";
import { Explorer } from "../analyse/explorer.js";
import { drawMoves } from "../analyse/move_list.js";
import { Review } from "../analyse/review.js";
import { drawScoreGraph } from "../analyse/score_graph.js";
import { SetUp } from "../analyse/set_up.js";
import { Threats } from "../analyse/threats.js";
import { proofText, valueLine } from "../analyse/value_text.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { columnName, outcomeText } from "../board/position_text.js";
import { address, get, messageOf } from "../lib/api.js";
import { button, field } from "../lib/controls.js";
import { announce, h, html, nothing, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information, inputBounds } from "../lib/information.js";
import { listen } from "../lib/keyboard.js";
import { RulesChoice } from "../lib/rules_choice.js";

const DEFAULT_RULES = "classic";
const STEPS = [
  { key: "first", by: -Infinity },
  { key: "back", by: -1 },
  { key: "forward", by: 1 },
  { key: "last", by: Infinity },
];

class AnalysePage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   * @param {URLSearchParams} query
   */
  constructor(main, known, query) {
    this.rules = query.get("rules") ?? DEFAULT_RULES;
    this.moves = query.get("pos") ?? "";
    this.opening = Math.max(0, Number(query.get("opening")) || 0);
    this.names = [query.get("first"), query.get("second")];
    this.line = "";
    this.place = this.moves.length;
    /** @type {PositionState | null} */
    this.state = null;
    this.board = new BoardWithColumns((column, row) => this.choose(column, row));
    this.scores = new ExactScores(() => this.draw());
    this.scores.on = true;
    this.threats = new Threats(() => this.draw());
    this.arrows = new Arrows(() => this.draw());
    this.setUp = new SetUp(this);
    this.explorer = new Explorer(this);
    this.review = new Review(this);
    this.value = h("p", { class: "value-line" });
    this.proof = h("p", { class: "note proof-line" });
    this.status = h("p", { class: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("ol", { class: "move-list" });
    this.actions = h("div", { class: "buttons" });
    this.text = h("input", { id: "moves-text", spellcheck: "false", ...inputBounds(known.requests.game.moves) });
    this.graph = h("div", { class: "graph-box" });
    this.rulesChoice = new RulesChoice(known, this.rules);
    this.cards = h("div", { class: "panel" });
    show(main, this.#layout());
    this.#listen();
  }

  #layout() {
    const steps = STEPS.map(({ key, by }) =>
      button(t(`walk.${key}`), () => this.step(by), { "aria-label": t(`walk.${key}.label`) }),
    );
    const walk = h("div", { class: "walk" }, steps);
    const entry = h(
      "form",
      { onsubmit: (event) => this.#entered(event) },
      h("label", { for: "moves-text" }, t("analyse.enter")),
      h("div", { class: "walk" }, this.text, h("button", { type: "submit" }, t("analyse.show"))),
    );
    const { name, size, note } = this.rulesChoice;
    const rules = h(
      "form",
      { onsubmit: (event) => this.#emptied(event) },
      h("div", { class: "pair" }, field("rules", t("game.rules"), name), size),
      note,
      h("button", { type: "submit" }, t("analyse.new_board")),
    );
    const position = [this.value, this.status, this.proof, this.problem, walk, this.list];
    show(
      this.cards,
      h("section", { class: "card", "aria-label": t("nav.analyse") }, position),
      h("section", { class: "card" }, this.actions, this.threats.legend),
      this.review.element,
      this.explorer.element,
      new CopyCard(this).element,
      h("section", { class: "card" }, entry),
      h("details", { class: "card" }, h("summary", {}, t("analyse.board")), rules),
      h("p", { class: "keys" }, t("analyse.keys")),
    );
    const panel = h("div", { class: "panel" }, this.setUp.element, this.cards);
    const left = h("div", {}, this.board.element, this.graph);
    return h("div", { class: "table analyse" }, h("h1", { class: "unseen" }, t("nav.analyse")), left, panel);
  }

  #listen() {
    /** @param {number} direction */
    const arrow = (direction) => () => {
      if (this.board.columns.hasFocus) this.board.columns.step(direction);
      else this.step(direction);
    };
    listen((column) => this.choose(column), {
      left: arrow(-1),
      right: arrow(1),
      home: () => this.step(-Infinity),
      end: () => this.step(Infinity),
      t: () => this.threats.toggle(),
      l: () => this.showLine(),
      a: () => this.arrows.toggle(),
    });
  }

  /**
   * Handles the choice of a column: plays it, or sets up a stone there.
   * @param {number} column
   * @param {number} [row]
   */
  choose(column, row) {
    if (this.setUp.on) this.setUp.click(column, row);
    else this.play(columnName(column));
  }

  get whole() {
    return this.moves + this.line;
  }

  /** @param {boolean} withReview */
  async start(withReview) {
    await this.go(this.moves.length);
    if (withReview && !this.state?.has_bombs) await this.review.run();
  }

  /** @param {number} by */
  step(by) {
    if (this.setUp.on) return null;
    return this.go(Math.max(0, Math.min(this.whole.length, this.place + by)));
  }

  /**
   * Shows the position after a number of moves.
   * @param {number} place
   */
  async go(place) {
    const moves = this.whole.slice(0, place);
    /** @type {PositionState} */
    let state;
    try {
      state = await get(address("/api/position", { moves, rules: this.rules }));
    } catch (error) {
      if (!this.state && this.whole) await this.reset();
      this.problem.textContent = messageOf(error);
      return false;
    }
    this.place = place;
    this.state = state;
    this.problem.textContent = "";
    this.text.value = moves;
    const [first, second] = this.names;
    const opening = this.opening || null;
    const shown = { pos: this.whole, rules: this.rules, opening, first, second };
    history.replaceState(null, "", address("/analyse", shown));
    this.scores.ask(state);
    this.threats.ask(state);
    this.explorer.ask(state);
    this.draw(true);
    return true;
  }

  /** @returns {Promise<unknown>} */
  reset() {
    [this.moves, this.line, this.rules] = ["", "", DEFAULT_RULES];
    return this.go(0);
  }

  /**
   * Shows another game; if that fails, says why and keeps the current one.
   * @param {string} moves
   * @param {string} rules
   */
  async open(moves, rules = this.rules) {
    const before = { moves: this.moves, line: this.line, rules: this.rules };
    Object.assign(this, { moves, line: "", rules });
    if (await this.go(moves.length)) this.#forget();
    else Object.assign(this, before);
    this.draw();
  }

  /** @param {string} move */
  async play(move) {
    if (!this.state?.legal_moves.includes(move)) return;
    const before = this.whole.slice(0, this.place);
    if (this.whole[this.place] !== move) {
      [this.moves, this.line] = [before + move, ""];
      this.#forget();
    }
    await this.go(before.length + 1);
  }

  // another game has other players
  #forget() {
    this.review.forget();
    this.opening = 0;
    this.names = [null, null];
  }

  /** @param {Event} event */
  #entered(event) {
    event.preventDefault();
    this.open(this.text.value.trim());
  }

  /** @param {Event} event */
  #emptied(event) {
    event.preventDefault();
    this.open("", this.rulesChoice.value);
  }

  // Appends the perfect line, or an estimate's principal variation; the arrow keys step through it.
  async showLine() {
    const { state } = this;
    if (!state) return;
    this.status.textContent = t("analyse.searching");
    try {
      const line = await this.#bestLine(state);
      if (line === null) this.problem.textContent = t("value.unknown");
      else if (this.state === state) {
        [this.moves, this.line] = [state.moves, line];
        announce(t("analyse.line", { line }));
      }
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
    this.draw();
  }

  /**
   * @param {PositionState} state
   * @returns {Promise<string | null>}
   */
  async #bestLine(state) {
    const known = this.#analysisOf(state);
    if (known && !known.exact) return known.expected;
    /** @type {PositionAnalysis} */
    const found = await get(address("/api/analysis", { moves: state.moves, rules: state.rules, line: true }));
    return found.line ?? found.expected;
  }

  draw(animate = false) {
    const { state, setUp } = this;
    if (!state) return;
    this.cards.hidden = setUp.on;
    this.graph.hidden = setUp.on;
    if (setUp.on) {
      this.board.draw(setUp.state, { interactive: true, previews: !setUp.isRemoving });
      return;
    }
    this.board.draw(state, {
      values: this.scores.valuesFor(state),
      interactive: !state.over,
      animate,
      threats: this.threats.marks(),
      arrows: this.arrows.marks(state, this.#analysisOf(state)),
    });
    this.#drawValue(state);
    redraw(this.#actions(state), this.actions);
    /** @param {number} place */
    const go = (place) => this.go(place);
    drawMoves(this.list, this.whole, this.place, this.moves.length, this.review.labels, go);
    const current = this.list.querySelector("[aria-current]")?.closest("li");
    this.list.scrollTop = (current?.offsetTop ?? 0) - this.list.clientHeight / 2;
    drawScoreGraph(this.graph, this.review.found, this.place, go);
    this.review.draw();
    this.explorer.draw();
  }

  /**
   * The analysis of the position that is shown; null if there is none.
   * @param {PositionState} state
   */
  #analysisOf({ moves, rules, over }) {
    const { analysis } = this.scores;
    return !over && analysis?.moves === moves && analysis.rules === rules ? analysis : null;
  }

  /** @param {PositionState} state */
  #drawValue(state) {
    const { problem } = this.scores;
    const analysis = this.#analysisOf(state);
    const value = analysis?.value ?? null;
    this.value.className = `value-line ${value?.outcome ?? ""}`;
    if (state.over) this.value.textContent = outcomeText(state);
    else if (state.has_bombs) this.value.textContent = t("hints.impossible");
    else if (problem) this.value.textContent = problem;
    else this.value.textContent = analysis ? valueLine(analysis) : t("analyse.searching");
    this.status.textContent = state.over ? "" : t("analyse.to_move", { side: t(`side.${state.to_move}`) });
    this.proof.textContent = analysis ? proofText(analysis, this.scores.isThinking) : "";
  }

  /** @param {PositionState} state */
  #actions(state) {
    const { moves, rules, over, to_move: toMove, has_bombs: hasBombs } = state;
    /**
     * @param {string} text
     * @param {() => unknown} onclick
     * @param {boolean} disabled
     * @param {boolean} [isPressed] - only for a button that switches something on and off
     */
    const action = (text, onclick, disabled, isPressed) => html`<button type="button" ?disabled=${disabled}
      aria-pressed=${isPressed ?? nothing} @click=${onclick}>${text}</button>`;
    return [
      ...[1, 2].map((side) => playOn(side, moves, rules, side === toMove, over)),
      action(t("analyse.best_line"), () => this.showLine(), over || hasBombs),
      action(t("analyse.arrows"), () => this.arrows.toggle(), hasBombs, this.arrows.on),
      action(t("analyse.threats"), () => this.threats.toggle(), hasBombs, this.threats.on),
      action(t("analyse.review"), () => this.review.run(), !this.whole || hasBombs),
      action(t("setup.begin"), () => this.setUp.begin(state), hasBombs),
    ];
  }
}

/**
 * A link to a game from this position, with the reader as one of the sides.
 * @param {number} side
 * @param {string} pos
 * @param {string} rules
 * @param {boolean} isToMove
 * @param {boolean} isOver
 */
function playOn(side, pos, rules, isToMove, isOver) {
  const text = t("analyse.play_on", { side: t(`side.${side}`) });
  if (isOver) return html`<button type="button" class="play-on" disabled>${text}</button>`; // its space stays reserved
  const href = address("/", { pos, rules, as: side });
  return html`<a class="button play-on ${isToMove ? "primary" : ""}" href=${href}>${text}</a>`;
}

/** @param {HTMLElement} main */
export async function render(main) {
  const query = new URLSearchParams(location.search);
  await new AnalysePage(main, await information(), query).start(query.has("review"));
}
