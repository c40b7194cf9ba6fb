// The facts of a game with bombs: the round, the actions left in the turn, and each player's bomb.

import { smallBomb, smallDisc } from "../board/discs.js";
import { h, html, nothing, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export function turnLine() {
  return h("div", { class: "turn-line", hidden: true });
}

/**
 * @param {HTMLElement} element
 * @param {PositionState} state
 */
export function drawTurnLine(element, state) {
  element.hidden = !state.has_bombs;
  if (!state.has_bombs) return;
  const { round, over, actions_left: actions, to_move: mover } = state;
  redraw(html`<dl class="facts">
    <div><dt>${t("bombs.round")}</dt><dd>${round}</dd></div>
    ${over ? nothing : html`<div>
      <dt>${t("bombs.actions")}</dt><dd>${actions}${Array.from({ length: actions }, () => smallDisc(mover))}</dd>
    </div>`}
  </dl>`, element);
}

export function bombGame() {
  return h("div", { class: "bomb-game", hidden: true });
}

/**
 * @param {HTMLElement} element
 * @param {PositionState} state
 */
export function drawBombGame(element, state) {
  element.hidden = !state.has_bombs;
  if (!state.has_bombs) return;
  redraw(html`<ul class="bombs" aria-label=${t("bombs.title")}>${state.bombs.map((bomb) => bombLine(bomb, state))}</ul>
    <p class="note"><a href="/rules#${state.rules}">${t("howto.link")}</a></p>`, element);
}

/**
 * The round and the actions left in the turn, in a sentence; empty for games without bombs.
 * @param {PositionState} state
 */
export function turnText({ has_bombs: hasBombs, over, round, actions_left: actions }) {
  return hasBombs && !over ? t("bombs.turn", { round, actions }) : "";
}

/**
 * @param {BombState} bomb
 * @param {PositionState} state
 */
function bombLine(bomb, state) {
  const sign = bomb.cell ? smallBomb(bomb.player) : smallDisc(bomb.player);
  return html`<li class=${bomb.can_explode ? "ready" : ""}>${sign}<span>${bombText(bomb, state)}</span></li>`;
}

/**
 * @param {BombState} bomb
 * @param {PositionState} state
 */
function bombText({ player, cell, can_explode: canExplode, due_round: due }, state) {
  const side = t(`side.${player}`);
  if (cell) {
    const place = t("bombs.at", { side, column: cell.column, row: cell.row });
    if (state.over) return place;
    return [place, canExplode ? t("bombs.now") : t("bombs.later", { side })].join(" ");
  }
  if (state.next_is_bomb && state.to_move === player) return t("bombs.next", { side });
  return due === null ? t("bombs.none", { side }) : t("bombs.due", { side, round: due });
}
