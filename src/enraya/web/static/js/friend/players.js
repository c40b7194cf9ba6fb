// The two seats of a game by link: who sits there, who is away, the time and the points.

/** @import { LinkClock } from "./clock.js" */

import { smallDisc } from "../board/discs.js";
import { html, nothing, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { seatName, seatOf } from "./words.js";

/**
 * What the page shows: the game, who is present, this browser's seat if it has one, and the clock.
 * @typedef {{ game: LinkState, presence: PresenceState, seat: number | null, clock: LinkClock }} Seen
 */

/**
 * @param {HTMLElement} element
 * @param {Seen} seen
 */
export function drawPlayers(element, seen) {
  const others = seen.presence.watchers - (seen.seat === null ? 1 : 0);
  redraw(html`${[1, 2].map((player) => playerRow(player, seen))}
    ${others > 0 ? html`<p class="note">${t("friend.watchers", { count: others })}</p>` : nothing}`, element);
}

/**
 * @param {number} player
 * @param {Seen} seen
 */
function playerRow(player, { game, presence, seat: own, clock }) {
  const seat = seatOf(game, player);
  const { is_taken: isTaken, points } = game.seats[seat];
  const isActive = game.has_begun && !game.over && game.position.to_move === player;
  const isAway = isTaken && seat !== own && !presence.here[seat];
  return html`<div class="player ${isActive ? "active" : ""}">
    ${smallDisc(player)}<span class="player-name">${isTaken ? seatName(game, seat) : t("friend.free")}</span>
    ${seat === own ? html`<span class="tag">${t("friend.you")}</span>` : nothing}
    ${isAway ? html`<span class="tag away">${t("friend.away")}</span>` : nothing}
    ${game.winner === player ? html`<span class="tag">${t("game.winner")}</span>` : nothing}
    ${clock.faces[player - 1]}<span class="points" title=${t("friend.points")}>${number(points, 1)}</span>
  </div>`;
}
