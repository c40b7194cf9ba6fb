// The view that asks the perfect player: scores, threats, the best line, a whole game reviewed.

import { address, get } from "../lib/api.js";
import { columnName, outcomeText, scoreText, valueText } from "../board/position_text.js";
import { announce, h, show } from "../lib/dom.js";
import { drawGraph } from "../analyse/score_graph.js";
import { ExactScores } from "../analyse/exact_scores.js";
import { t } from "../lib/i18n.js";
import { listen } from "../lib/keyboard.js";
import { moveList } from "../analyse/move_list.js";
import { button, link } from "../lib/controls.js";
import { Review } from "../analyse/review.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { Threats } from "../analyse/threats.js";

class AnalysePage {
  constructor(main, query) {
    this.rules = query.get("rules") ?? "classic";
    this.moves = query.get("pos") ?? "";
    this.line = "";
    this.place = this.moves.length;
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
    this.text = h("input", { type: "text", id: "moves-text", maxlength: 400, spellcheck: "false" });
    this.graph = h("div", { class: "graph-box" });
    show(main, this.#layout());
    this.#listen();
  }

  #layout() {
    const walk = [["first", -Infinity], ["back", -1], ["forward", 1], ["last", Infinity]].map(([key, step]) =>
      button(t(`walk.${key}`), () => this.step(step), { "aria-label": t(`walk.${key}.label`) }),
    );
    const entry = h(
      "form",
      { onsubmit: (event) => this.#entered(event) },
      h("label", { for: "moves-text" }, t("analyse.enter")),
      h("div", { class: "walk" }, this.text, h("button", { type: "submit" }, t("analyse.show"))),
    );
    const panel = h(
      "div",
      { class: "panel" },
      h("section", { class: "card", "aria-label": t("nav.analyse") }, this.value, this.status, this.problem, h("div", { class: "walk" }, walk), this.list),
      h("section", { class: "card" }, this.actions, this.threats.legend),
      this.review.element,
      h("section", { class: "card" }, entry),
      h("p", { class: "keys" }, t("analyse.keys")),
    );
    const left = h("div", {}, this.board.element, this.graph);
    return h("div", { class: "table" }, h("h1", { class: "unseen" }, t("nav.analyse")), left, panel);
  }

  #listen() {
    const arrow = (direction) => () => {
      if (this.board.columns.has(document.activeElement)) this.board.columns.step(direction);
      else this.step(direction);
    };
    listen({
      column: (column) => this.play(columnName(column)),
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

  async start(withReview) {
    await this.go(this.moves.length);
    if (withReview && !this.state?.has_bombs) await this.review.run();
  }

  step(by) {
    return this.go(Math.max(0, Math.min(this.whole.length, this.place + by)));
  }

  // Shows the position after so many moves.
  async go(place) {
    const moves = this.whole.slice(0, place);
    try {
      const state = await get(address("/api/position", { moves, rules: this.rules }));
      this.place = place;
      this.state = state;
      this.problem.textContent = "";
    } catch (error) {
      if (!this.state && this.whole) await this.reset();
      this.problem.textContent = error.message;
      return undefined;
    }
    this.text.value = moves;
    history.replaceState(null, "", address("/analyse", { pos: this.whole, rules: this.rules }));
    this.scores.ask(this.state);
    this.threats.ask(this.state);
    this.draw(true);
    return undefined;
  }

  reset() {
    [this.moves, this.line, this.rules] = ["", "", "classic"];
    return this.go(0);
  }

  async play(move) {
    if (!this.state?.legal_moves.includes(move)) return;
    const before = this.whole.slice(0, this.place);
    if (this.whole[this.place] !== move) {
      [this.moves, this.line] = [before + move, ""];
      this.review.forget();
    }
    await this.go(before.length + 1);
  }

  #entered(event) {
    event.preventDefault();
    [this.moves, this.line] = [this.text.value.trim(), ""];
    this.review.forget();
    this.go(this.moves.length);
  }

  // Appends the perfect continuation to the moves so far; the arrows walk along it.
  async showLine() {
    const { moves, rules } = this.state;
    this.status.textContent = t("analyse.searching");
    try {
      const found = await get(address("/api/analysis", { moves, rules, line: true }));
      if (found.line === null) this.problem.textContent = t("value.unknown");
      else if (this.state.moves === moves) {
        [this.moves, this.line] = [moves, found.line];
        announce(t("analyse.line", { line: found.line }));
      }
    } catch (error) {
      this.problem.textContent = error.message;
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
    this.#drawValue();
    show(this.actions, this.#actions());
    show(this.list, moveList(this.whole, this.place, this.moves.length, this.review.labels, (place) => this.go(place)));
    drawGraph(this.graph, this.review.found, this.place, (place) => this.go(place));
    this.review.draw();
  }

  #drawValue() {
    const { state } = this;
    const value = this.scores.analysis?.moves === state.moves ? this.scores.analysis.value : null;
    this.value.className = `value-line ${value?.outcome ?? ""}`;
    if (state.over) this.value.textContent = outcomeText(state);
    else if (state.has_bombs) this.value.textContent = t("hints.impossible");
    else if (this.scores.problem) this.value.textContent = this.scores.problem;
    else this.value.textContent = value ? `${scoreText(value)} · ${valueText(value)}` : t("analyse.searching");
    this.status.textContent = state.over ? "" : t("analyse.to_move", { side: t(`side.${state.to_move}`) });
  }

  #actions() {
    const { state } = this;
    const play = address("/", { pos: state.moves, rules: state.rules });
    const solvable = !state.has_bombs;
    return [
      link(t("analyse.play_on"), play, { class: "button primary" }),
      button(t("analyse.best_line"), () => this.showLine(), { disabled: state.over || !solvable }),
      button(t("analyse.threats"), () => this.threats.toggle(), { "aria-pressed": String(this.threats.on), disabled: !solvable }),
      button(t("analyse.review"), () => this.review.run(), { disabled: !this.whole || !solvable }),
    ];
  }
}

export async function render(main) {
  const query = new URLSearchParams(location.search);
  await new AnalysePage(main, query).start(query.has("review"));
}
