// The end of a game: its result, and what to do next.

import { html, redraw } from "../lib/dom.js";
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
  redraw(html`
    <p class="headline">${headline(game, nameOf)}</p>
    <div class="buttons">
      <button type="button" class="primary rematch" @click=${ways.onRematch}>${t("play.again")}</button>
      <button type="button" @click=${ways.onSwap}>${t("play.swap")}</button>
      <a class="button" href=${ways.analyse}>${
        t(game.position.has_bombs ? "play.analyse" : "play.review")}</a>
    </div>`, element);
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
