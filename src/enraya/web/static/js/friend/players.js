// The two seats of a game by link: who sits there, who is away, the time and the points.

/** @import { LinkClock } from "./clock.js" */

import { smallDisc } from "../board/discs.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { seatName, seatOf } from "./words.js";

/**
 * What one sees: the game, who is there, one's own seat if one has one, and the clock.
 * @typedef {{ game: LinkState, presence: PresenceState, seat: number | null, clock: LinkClock }} Seen
 */

/**
 * @param {HTMLElement} element
 * @param {Seen} seen
 */
export function drawPlayers(element, seen) {
  const others = seen.presence.watchers - (seen.seat === null ? 1 : 0);
  const watching = others > 0 && h("p", { class: "note" }, t("friend.watchers", { count: others }));
  show(element, [1, 2].map((player) => playerRow(player, seen)), watching);
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
  return h(
    "div",
    { class: `player ${isActive ? "active" : ""}` },
    smallDisc(player),
    h("span", { class: "player-name" }, isTaken ? seatName(game, seat) : t("friend.free")),
    seat === own && h("span", { class: "tag" }, t("friend.you")),
    isAway && h("span", { class: "tag away" }, t("friend.away")),
    game.winner === player && h("span", { class: "tag" }, t("game.winner")),
    clock.faces[player - 1],
    h("span", { class: "points", title: t("friend.points") }, number(points, 1)),
  );
}
