// What a game with bombs adds: the round, the actions of the turn, and the bomb of each player.

import { smallBomb, smallDisc } from "../board/discs.js";
import { h, redraw } from "../lib/dom.js";
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
  const signs = Array.from({ length: actions }, () => smallDisc(mover));
  redraw(element, [round, over, actions, mover], () => [
    h(
      "dl",
      { class: "facts" },
      fact(t("bombs.round"), String(round)),
      !over && fact(t("bombs.actions"), String(actions), ...signs),
    ),
  ]);
}

/**
 * @param {string} name
 * @param {...(string | Node)} value
 */
function fact(name, ...value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
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
  redraw(element, state, () => [
    h("ul", { class: "bombs", "aria-label": t("bombs.title") }, state.bombs.map((bomb) => bombLine(bomb, state))),
    h("p", { class: "note" }, h("a", { href: `/rules#${state.rules}` }, t("howto.link"))),
  ]);
}

/**
 * The round and the actions of the turn in a sentence; empty for games without bombs.
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
  const ready = bomb.can_explode ? "ready" : null;
  return h("li", { class: ready }, sign, h("span", {}, bombText(bomb, state)));
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
