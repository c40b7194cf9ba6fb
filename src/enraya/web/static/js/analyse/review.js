// A whole game as the perfect player sees it: mistakes, accuracy, and where to go from them.

import { smallDisc } from "../board/discs.js";
import { valueText } from "../board/position_text.js";
import { address, get, messageOf } from "../lib/api.js";
import { announce, h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/**
 * Where the game is shown.
 * @typedef {object} Table
 * @property {string} moves
 * @property {string} rules
 * @property {number} opening - how many moves no player chose
 * @property {(string | null)[]} names - of the players, where they are known
 * @property {() => void} draw
 * @property {(place: number) => unknown} go - shows the position after a number of moves
 * @property {string} [reviewPath] - where the review of this very game is
 */

export class Review {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {GameReview | null} */
    this.found = null;
    this.message = "";
    this.element = h("section", { class: "card review", hidden: true, "aria-label": t("review.title") });
  }

  forget() {
    this.found = null;
    this.message = "";
  }

  get labels() {
    return this.found?.moves.map((move) => (move.is_opening ? null : move.label)) ?? [];
  }

  async run() {
    const { moves, rules, opening, reviewPath } = this.table;
    if (!moves) return;
    this.message = t("review.running");
    this.found = null;
    this.draw();
    try {
      /** @type {GameReview} */
      const found = await get(reviewPath ?? address("/api/review", { moves, rules, opening }));
      if (this.table.moves !== moves) return;
      this.found = found;
      this.message = found.complete ? "" : t("review.partial");
      announce(t("review.done", { count: found.moves.filter(isMistake).length }));
    } catch (error) {
      this.message = messageOf(error);
    }
    this.table.draw();
  }

  draw() {
    const { opening: plies } = this.table;
    this.element.hidden = !this.found && !this.message;
    show(
      this.element,
      h("h2", {}, t("review.title")),
      this.message ? h("p", { class: "note" }, this.message) : null,
      this.found && plies > 0 && h("p", { class: "note" }, t("review.opening", { plies })),
      this.found && accuracy(this.found, this.table.names),
      this.found && this.#mistakes(this.found.moves.filter(isMistake)),
    );
  }

  /** @param {MoveReview[]} mistakes */
  #mistakes(mistakes) {
    if (!mistakes.length) return h("p", {}, t("review.flawless"));
    return h("ol", { class: "mistakes" }, mistakes.map((move) => h("li", {}, this.#mistake(move))));
  }

  /** @param {MoveReview} move */
  #mistake(move) {
    const text = t("review.mistake", {
      ply: move.ply,
      move: move.move,
      label: t(`label.${move.label}`),
      before: valueText(move.before),
      after: valueText(move.after),
      better: move.better.join(", "),
    });
    const onclick = () => this.table.go(move.ply - 1);
    return h("button", { type: "button", onclick }, smallDisc(move.player), h("span", {}, text));
  }
}

/**
 * Whether a move gave something away.
 * @param {MoveReview} move
 */
export function isMistake({ label, is_opening: isOpening }) {
  if (isOpening) return false;
  return label === "mistake" || label === "blunder";
}

/**
 * @param {GameReview} review
 * @param {(string | null)[]} names
 */
function accuracy(review, names) {
  const lines = review.accuracy.map((side, index) =>
    h("div", {}, smallDisc(index + 1), h("span", {}, accuracyText(side, index + 1, names[index]))),
  );
  return h("div", { class: "accuracy" }, lines);
}

/**
 * @param {SideAccuracy} accuracy
 * @param {number} player
 * @param {string | null} name
 */
function accuracyText({ kept_value: kept, best }, player, name) {
  const side = name ?? t(`side.${player}`);
  if (kept === null || best === null) return t("review.no_moves", { side });
  return t("review.accuracy", { side, kept: percent(kept), best: percent(best) });
}

/** @param {number} share */
function percent(share) {
  return `${number(100 * share)} %`;
}
