// The end of a game: how it went, and what one does next.

import { button, link } from "../lib/controls.js";
import { h, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @typedef {object} Ways
 * @property {() => unknown} onRematch
 * @property {() => unknown} onSwap
 * @property {string} analyse - the address of the analysis
 */

/**
 * @param {HTMLElement} element
 * @param {GameState | null} game - null while its last stone is falling
 * @param {(player: number) => string} nameOf
 * @param {Ways} ways
 */
export function drawEnding(element, game, nameOf, ways) {
  element.hidden = !game?.position.over;
  if (!game?.position.over) return;
  const { has_bombs: hasBombs } = game.position;
  redraw(element, [game.id, game.position.moves, game.players], () => [
    h("p", { class: "headline" }, headline(game, nameOf)),
    h(
      "div",
      { class: "buttons" },
      button(t("play.again"), ways.onRematch, { class: "primary rematch" }),
      button(t("play.swap"), ways.onSwap),
      link(t(hasBombs ? "play.analyse" : "play.review"), ways.analyse),
    ),
  ]);
}

/**
 * @param {GameState} game
 * @param {(player: number) => string} nameOf
 */
export function headline({ position, players }, nameOf) {
  const { winner, moves, has_bombs: hasBombs } = position;
  if (!winner) return t("ending.draw", { plies: moves.length });
  const isHuman = players[winner - 1] === "human";
  const isYou = isHuman && players.filter((player) => player === "human").length === 1;
  const name = isHuman ? t(`side.${winner}`) : nameOf(winner);
  const isNextRound = position.last_mover === 2 && position.to_move === 1;
  const round = position.round - (isNextRound ? 1 : 0);
  const own = Math.ceil((moves.length - winner + 1) / 2);
  return t(`ending.${isYou ? "you_won" : "won"}${hasBombs ? "_round" : ""}`, { name, round, moves: own });
}
