// The moves of a game as buttons that lead to them.

import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {string} moves - the game, then the best line
 * @param {number} place - how many of them are on the board
 * @param {number} length - where the game ends and the best line begins
 * @param {(Label | null)[]} labels - from a review
 * @param {(place: number) => unknown} onGo
 */
export function moveList(moves, place, length, labels, onGo) {
  return [...moves].map((move, index) => {
    const label = labels[index];
    const name = t("analyse.move", { ply: index + 1, move });
    const attributes = {
      class: index >= length ? "ahead" : (label ?? ""),
      "aria-current": place === index + 1 ? "step" : null,
      "aria-label": label ? `${name}, ${t(`label.${label}`)}` : name,
    };
    return h("li", {}, button(move + (label ? t(`sign.${label}`) : ""), () => onGo(index + 1), attributes));
  });
}
