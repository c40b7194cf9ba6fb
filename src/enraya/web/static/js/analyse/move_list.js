// The moves of a game as buttons that show the position after each.

import { html, nothing, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {HTMLElement} list
 * @param {string} moves - those of the game, then those of the best line
 * @param {number} place - how many of them are on the board
 * @param {number} length - where the game ends and the best line begins
 * @param {(Label | null)[]} labels - from a review
 * @param {(place: number) => unknown} onGo
 */
export function drawMoves(list, moves, place, length, labels, onGo) {
  redraw([...moves].map((move, index) => {
    const label = labels[index];
    const name = t("analyse.move", { ply: index + 1, move });
    return html`<li><button type="button" class=${index >= length ? "ahead" : (label ?? "")}
      aria-current=${place === index + 1 ? "step" : nothing}
      aria-label=${label ? `${name}, ${t(`label.${label}`)}` : name} @click=${() => onGo(index + 1)}>${
      move + (label ? t(`sign.${label}`) : "")}</button></li>`;
  }), list);
}
