// What stones look like: the sides differ by colour and by shape.

import { s } from "../lib/dom.js";

export const CELL = 100;
const RADIUS = 42;
const BOMBS = ["4", "5"];

/**
 * The player a board symbol belongs to: 1 and 4 (a bomb) are the first player's.
 * @param {string} symbol
 */
export function ownerOf(symbol) {
  return symbol === "1" || symbol === "4" ? 1 : 2;
}

/**
 * The stone for a board symbol, centred on a point.
 * @param {string} symbol
 */
export function disc(symbol, x = 0, y = 0) {
  const player = ownerOf(symbol);
  const shape =
    player === 1
      ? s("path", { class: "shape", d: "M-14 -14L14 14M14 -14L-14 14" })
      : s("circle", { class: "shape", r: 18 });
  /** @type {SVGElement[]} */
  const parts = [s("circle", { class: "body", r: RADIUS }), shape];
  if (BOMBS.includes(symbol)) parts.push(bomb());
  return s("g", { class: `disc disc-${player}`, transform: `translate(${x} ${y})` }, s("g", {}, parts));
}

function bomb() {
  return s(
    "g",
    { class: "bomb" },
    s("circle", { r: 32 }),
    s("path", { d: "M22 -22q10 -16 19 -6" }),
    s("circle", { class: "spark", cx: 42, cy: -30, r: 5 }),
  );
}

/**
 * A small disc for lists and headings.
 * @param {number} player
 */
export function smallDisc(player) {
  return small(disc(String(player)));
}

/**
 * The same as a bomb.
 * @param {number} player
 */
export function smallBomb(player) {
  return small(disc(BOMBS[player - 1]));
}

/** @param {SVGElement} stone */
function small(stone) {
  const box = `${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`;
  return s("svg", { class: "small-disc", viewBox: box, "aria-hidden": "true" }, stone);
}
