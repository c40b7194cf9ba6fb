// A line of moves on the board: numbered stones, and an arrow from each to the next.

import { s } from "../lib/dom.js";
import { CELL } from "./discs.js";

const RADIUS = 25;
const HEAD = 17;
const GAP = 5;

/**
 * A move of a line.
 * @typedef {object} Arrow
 * @property {number} player
 * @property {{ column: number, row: number }} cell - where the stone lands
 * @property {string} text - the move in words
 */

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {Arrow[]} moves
 * @param {(cell: { column: number, row: number }) => Point} pointOf
 */
export function drawArrows(moves, pointOf) {
  const points = moves.map(({ cell }) => pointOf(cell));
  const above = points.length ? { x: points[0].x, y: -CELL / 2 } : null;
  const lines = points.map((point, place) => shaft(place ? points[place - 1] : above, point));
  const stones = moves.map(({ player, text }, place) => {
    const { x, y } = points[place];
    return s(
      "g",
      { class: `step step-${player}` },
      s("title", {}, text),
      s("circle", { cx: x, cy: y, r: RADIUS }),
      s("text", { x, y: y + 1 }, String(place + 1)),
    );
  });
  return [...lines, ...stones];
}

/**
 * An arrow between two stones, outlined so that it stands out from every colour.
 * @param {Point | null} from
 * @param {Point} to
 */
function shaft(from, to) {
  const start = from ?? to;
  const length = Math.hypot(to.x - start.x, to.y - start.y) || 1;
  const [dx, dy] = [(to.x - start.x) / length, (to.y - start.y) / length];
  /** @param {Point} point @param {number} ahead @param {number} aside */
  const at = (point, ahead, aside = 0) => `${point.x + ahead * dx - aside * dy} ${point.y + ahead * dy + aside * dx}`;
  const tip = at(to, -RADIUS - GAP);
  const neck = at(to, -RADIUS - GAP - HEAD);
  const wings = [-1, 1].map((side) => at(to, -RADIUS - GAP - HEAD, (side * HEAD) / 1.6));
  const d = `M${at(start, RADIUS)}L${neck}M${wings[0]}L${tip}L${wings[1]}Z`;
  return s("g", {}, s("path", { class: "shaft edge", d }), s("path", { class: "shaft", d }));
}
