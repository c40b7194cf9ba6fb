// The page that asks the perfect player: scores, threats, the best line, a whole game reviewed.

import { ExactScores } from "../analyse/exact_scores.js";
import { moveList } from "../analyse/move_list.js";
import { Review } from "../analyse/review.js";
import { drawScoreGraph } from "../analyse/score_graph.js";
import { Threats } from "../analyse/threats.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { columnName, outcomeText, scoreText, valueText } from "../board/position_text.js";
import { address, get, messageOf } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information, inputBounds } from "../lib/information.js";
import { listen } from "../lib/keyboard.js";

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
    this.board = new BoardWithColumns((column) => this.play(columnName(column)));
    this.scores = new ExactScores(() => this.draw());
    this.scores.on = true;
    this.threats = new Threats(() => this.draw());
    this.review = new Review(this);
    this.value = h("p", { class: "value-line" });
    this.status = h("p", { class: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("ol", { class: "move-list" });
    this.actions = h("div", { class: "buttons" });
    this.text = h("input", { id: "moves-text", spellcheck: "false", ...inputBounds(known.requests.game.moves) });
    this.graph = h("div", { class: "graph-box" });
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
    const position = [this.value, this.status, this.problem, walk, this.list];
    const panel = h(
      "div",
      { class: "panel" },
      h("section", { class: "card", "aria-label": t("nav.analyse") }, position),
      h("section", { class: "card" }, this.actions, this.threats.legend),
      this.review.element,
      h("section", { class: "card" }, entry),
      h("p", { class: "keys" }, t("analyse.keys")),
    );
    const left = h("div", {}, this.board.element, this.graph);
    return h("div", { class: "table" }, h("h1", { class: "unseen" }, t("nav.analyse")), left, panel);
  }

  #listen() {
    /** @param {number} direction */
    const arrow = (direction) => () => {
      if (this.board.columns.hasFocus) this.board.columns.step(direction);
      else this.step(direction);
    };
    listen((column) => this.play(columnName(column)), {
      left: arrow(-1),
      right: arrow(1),
      home: () => this.step(-Infinity),
      end: () => this.step(Infinity),
      t: () => this.threats.toggle(),
      l: () => this.showLine(),
    });
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
      return;
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
    this.draw(true);
  }

  /** @returns {Promise<void>} */
  reset() {
    [this.moves, this.line, this.rules] = ["", "", DEFAULT_RULES];
    return this.go(0);
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

  // Another game has other players.
  #forget() {
    this.review.forget();
    this.opening = 0;
    this.names = [null, null];
  }

  /** @param {Event} event */
  #entered(event) {
    event.preventDefault();
    [this.moves, this.line] = [this.text.value.trim(), ""];
    this.#forget();
    this.go(this.moves.length);
  }

  // Appends the perfect continuation to the moves so far; the arrows walk along it.
  async showLine() {
    if (!this.state) return;
    const { moves, rules } = this.state;
    this.status.textContent = t("analyse.searching");
    try {
      /** @type {PositionAnalysis} */
      const { line } = await get(address("/api/analysis", { moves, rules, line: true }));
      if (line === null) this.problem.textContent = t("value.unknown");
      else if (this.state.moves === moves) {
        [this.moves, this.line] = [moves, line];
        announce(t("analyse.line", { line }));
      }
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
    this.draw();
  }

  draw(animate = false) {
    const { state } = this;
    if (!state) return;
    this.board.draw(state, {
      values: this.scores.valuesFor(state),
      interactive: !state.over,
      animate,
      threats: this.threats.marks(),
    });
    this.#drawValue(state);
    show(this.actions, this.#actions(state));
    /** @param {number} place */
    const go = (place) => this.go(place);
    show(this.list, moveList(this.whole, this.place, this.moves.length, this.review.labels, go));
    drawScoreGraph(this.graph, this.review.found, this.place, go);
    this.review.draw();
  }

  /** @param {PositionState} state */
  #drawValue(state) {
    const { analysis, problem } = this.scores;
    const value = analysis?.moves === state.moves ? analysis.value : null;
    this.value.className = `value-line ${value?.outcome ?? ""}`;
    if (state.over) this.value.textContent = outcomeText(state);
    else if (state.has_bombs) this.value.textContent = t("hints.impossible");
    else if (problem) this.value.textContent = problem;
    else this.value.textContent = value ? `${scoreText(value)} · ${valueText(value)}` : t("analyse.searching");
    this.status.textContent = state.over ? "" : t("analyse.to_move", { side: t(`side.${state.to_move}`) });
  }

  /** @param {PositionState} state */
  #actions({ moves, rules, over, to_move: toMove, has_bombs: hasBombs }) {
    const isPressed = String(this.threats.on);
    return [
      ...[toMove, 3 - toMove].map((side) => !over && playOn(side, moves, rules, side === toMove)),
      button(t("analyse.best_line"), () => this.showLine(), { disabled: over || hasBombs }),
      button(t("analyse.threats"), () => this.threats.toggle(), { "aria-pressed": isPressed, disabled: hasBombs }),
      button(t("analyse.review"), () => this.review.run(), { disabled: !this.whole || hasBombs }),
    ];
  }
}

/**
 * A link to a game from here, as one of the sides.
 * @param {number} side
 * @param {string} pos
 * @param {string} rules
 * @param {boolean} isToMove
 */
function playOn(side, pos, rules, isToMove) {
  const text = t("analyse.play_on", { side: t(`side.${side}`) });
  return link(text, address("/", { pos, rules, as: side }), { class: `button ${isToMove ? "primary" : ""}` });
}

/** @param {HTMLElement} main */
export async function render(main) {
  const query = new URLSearchParams(location.search);
  await new AnalysePage(main, await information(), query).start(query.has("review"));
}
