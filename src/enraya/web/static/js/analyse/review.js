// A whole game under the eyes of the perfect player: mistakes, accuracy, and where to go from them.

import { address, get } from "../lib/api.js";
import { smallDisc } from "../board/discs.js";
import { announce, h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { valueText } from "../board/position_text.js";

const WRONG = ["mistake", "blunder"];

export class Review {
  constructor(view) {
    this.view = view;
    this.found = null;
    this.element = h("section", { class: "card review", hidden: true, "aria-label": t("review.title") });
  }

  forget() {
    this.found = null;
    this.message = "";
  }

  get labels() {
    return this.found ? this.found.moves.map((move) => move.label) : [];
  }

  async run() {
    const { moves, rules } = this.view;
    if (!moves) return;
    this.message = t("review.running");
    this.found = null;
    this.draw();
    try {
      const found = await get(address("/api/review", { moves, rules }));
      if (this.view.moves !== moves) return;
      this.found = found;
      this.message = this.found.complete ? "" : t("review.partial");
      announce(t("review.done", { count: this.#wrong().length }));
    } catch (error) {
      this.message = error.message;
    }
    this.view.draw();
  }

  #wrong() {
    return this.found.moves.filter((move) => WRONG.includes(move.label));
  }

  draw() {
    this.element.hidden = !this.found && !this.message;
    const parts = [h("h2", {}, t("review.title")), this.message && h("p", { class: "note" }, this.message)];
    if (this.found) parts.push(this.#accuracy(), this.#mistakes());
    show(this.element, parts.filter(Boolean));
  }

  #accuracy() {
    const lines = this.found.accuracy.map((side, index) =>
      h("div", {}, smallDisc(index + 1), h("span", {}, accuracyText(side, index + 1))),
    );
    return h("div", { class: "accuracy" }, lines);
  }

  #mistakes() {
    const wrong = this.#wrong();
    if (!wrong.length) return h("p", {}, t("review.flawless"));
    return h("ol", { class: "mistakes" }, wrong.map((move) => h("li", {}, this.#mistake(move))));
  }

  #mistake(move) {
    const text = t("review.mistake", {
      ply: move.ply,
      move: move.move,
      label: t(`label.${move.label}`),
      before: valueText(move.before),
      after: valueText(move.after),
      better: move.better.join(", "),
    });
    return h("button", { type: "button", onclick: () => this.view.go(move.ply - 1) }, smallDisc(move.player), h("span", {}, text));
  }
}

function accuracyText(side, player) {
  if (side.kept_value === null) return t("review.no_moves", { side: t(`side.${player}`) });
  const percent = (share) => `${number(100 * share)} %`;
  return t("review.accuracy", { side: t(`side.${player}`), kept: percent(side.kept_value), best: percent(side.best) });
}
