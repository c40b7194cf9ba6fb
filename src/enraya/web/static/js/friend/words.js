// A game by link in words.

import { columnNumber, endText } from "../board/position_text.js";
import { t } from "../lib/i18n.js";

const BOOM = "B";

/**
 * A player's name, or else their colour in this game.
 * @param {LinkState} game
 * @param {number} seat
 */
export function seatName(game, seat) {
  const { name, player } = game.seats[seat];
  return name || t(`side.${player}`);
}

/**
 * The seat of player 1 or 2.
 * @param {LinkState} game
 * @param {number | null} player
 */
export function seatOf(game, player) {
  return game.seats[0].player === player ? 0 : 1;
}

/**
 * Whose move it is, or how it ended.
 * @param {LinkState} game
 * @param {number | null} seat - of the reader
 */
export function statusText(game, seat) {
  if (game.over) return conclusionText(game);
  if (!game.has_begun) return t(seat === 0 ? "friend.waiting" : "friend.free_seat");
  const { to_move: mover, next_is_bomb: isBomb, can_explode: canExplode } = game.position;
  const side = t(`side.${mover}`);
  const isOwn = seat !== null && game.seats[seat].player === mover;
  const name = game.seats[seatOf(game, mover)].name;
  const turn = isOwn ? t("game.your_turn", { side }) : t(name ? "game.turn" : "friend.turn", { side, name });
  const extra = [isBomb && t("game.next_bomb"), isOwn && canExplode && t("game.can_explode")];
  return [turn, ...extra.filter(Boolean)].join(" ");
}

/** @param {LinkState} game */
function conclusionText({ position, winner, conclusion }) {
  const side = t(`side.${winner}`);
  const other = t(`side.${winner === 1 ? 2 : 1}`);
  switch (conclusion) {
    case "resigned":
      return t("friend.resigned", { side, other });
    case "time":
      return t("friend.time", { side, other });
    case "agreed":
      return t("friend.agreed");
    case "long":
      return t("friend.long");
    default:
      return endText(position);
  }
}

/**
 * What a player offers the other or asks for; empty if nothing.
 * @param {LinkState} game
 */
export function asksText(game) {
  const { offer } = game;
  return offer ? t(`friend.asks.${offer.action}`, { name: seatName(game, offer.seat) }) : "";
}

/**
 * What has changed, for screen readers.
 * @param {LinkState} before
 * @param {LinkState} after
 * @param {number | null} seat - of the reader
 */
export function changeText(before, after, seat) {
  const { position, offer } = after;
  const isMove = position.moves.length === before.position.moves.length + 1;
  const isAsked = offer && offer.seat !== seat && before.offer?.action !== offer.action;
  const isSame = position.moves === before.position.moves && after.over === before.over;
  const isDeclined = before.offer && !offer && before.offer.seat === seat && isSame;
  const { has_bombs: hasBombs, round, actions_left: actions } = position;
  const said = [
    isMove && moveText(position, before.position),
    isAsked && asksText(after),
    isDeclined && t("friend.declined"),
    statusText(after, seat),
    hasBombs && !after.over && t("bombs.turn", { round, actions }),
  ];
  return said.filter(Boolean).join(" ");
}

/**
 * @param {PositionState} after
 * @param {PositionState} before
 */
function moveText(after, before) {
  const move = after.moves.slice(-1);
  const side = t(`side.${before.to_move}`);
  return t(move === BOOM ? "say.boom" : "say.move", { side, column: columnNumber(move) });
}
