// A list of games, each a link to its game.

import { smallDisc } from "../board/discs.js";
import { html, repeat } from "../lib/dom.js";
import { endingName, t } from "../lib/i18n.js";

/** @param {League.RatedGame[]} games */
export function gameList(games) {
  if (!games.length) return html`<p class="note">${t("league.games.none")}</p>`;
  return html`<ul class="game-list">${repeat(games, ({ id }) => id, gameLine)}</ul>`;
}

/** @param {League.RatedGame} game */
function gameLine(game) {
  const { id, first, second, winner } = game;
  return html`<li><a href="/games/${id}">
    <span class="unseen">${t("league.game", { number: id })}</span>
    ${[first, second].map((name, index) => html`<span class="game-side ${winner === index + 1 ? "won" : ""}">
      ${smallDisc(index + 1)}<span>${name}</span></span>`)}
    <span class="note">${resultText(game)}</span>
  </a></li>`;
}

/**
 * How a game ended, with the winner's name.
 * @param {League.RatedGame} game
 */
export function resultText({ first, second, winner, termination, moves }) {
  const ending = endingName(termination);
  if (!winner) return t("league.game.draw", { ending, plies: moves.length });
  return t("league.game.won", { name: winner === 1 ? first : second, ending, plies: moves.length });
}
