// The solver's review of a whole game: mistakes, accuracy, and links to the positions.

import { smallDisc } from "../board/discs.js";
import { valueText } from "../board/position_text.js";
import { address, get, messageOf } from "../lib/api.js";
import { announce, h, html, nothing, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/**
 * The page that shows the game.
 * @typedef {object} Table
 * @property {string} moves
 * @property {string} rules
 * @property {number} opening - how many moves at the start were given
 * @property {(string | null)[]} names - of the players; null if not known
 * @property {() => void} draw
 * @property {(place: number) => unknown} go - shows the position after a number of moves
 * @property {string} [reviewPath] - the address of a ready review of this game
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
    redraw(html`<h2>${t("review.title")}</h2>
      ${this.message ? html`<p class="note">${this.message}</p>` : nothing}
      ${this.found && plies > 0 ? html`<p class="note">${t("review.opening", { plies })}</p>` : nothing}
      ${this.found ? accuracy(this.found, this.table.names) : nothing}
      ${this.found ? this.#mistakes(this.found.moves.filter(isMistake)) : nothing}`, this.element);
  }

  /** @param {MoveReview[]} mistakes */
  #mistakes(mistakes) {
    if (!mistakes.length) return html`<p>${t("review.flawless")}</p>`;
    return html`<ol class="mistakes">${mistakes.map((move) => html`<li>${this.#mistake(move)}</li>`)}</ol>`;
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
    return html`<button type="button" @click=${() => this.table.go(move.ply - 1)}>
      ${smallDisc(move.player)}<span>${text}</span></button>`;
  }
}

/**
 * Whether a player's move gave away a win or a draw.
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
  return html`<div class="accuracy">${review.accuracy.map((side, index) => html`
    <div>${smallDisc(index + 1)}<span>${accuracyText(side, index + 1, names[index])}</span></div>`)}</div>`;
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
