// Games as lines that lead to them.

import { smallDisc } from "../board/discs.js";
import { h } from "../lib/dom.js";
import { endingName, t } from "../lib/i18n.js";

/**
 * @param {League.RatedGame[]} games
 */
export function gameList(games) {
  return h("ul", { class: "game-list" }, games.map((game) => h("li", {}, gameLine(game))));
}

/** @param {League.RatedGame} game */
function gameLine(game) {
  const { id, first, second, winner } = game;
  return h(
    "a",
    { href: `/games/${id}` },
    h("span", { class: "unseen" }, t("league.game", { number: id })),
    side(1, first, winner),
    side(2, second, winner),
    h("span", { class: "note" }, resultText(game)),
  );
}

/**
 * @param {number} player
 * @param {string} name
 * @param {number | null} winner
 */
function side(player, name, winner) {
  return h("span", { class: `game-side ${winner === player ? "won" : ""}` }, smallDisc(player), h("span", {}, name));
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
