// What stones look like: the sides differ by colour and by shape.

import { s } from "../lib/dom.js";

export const CELL = 100;
const RADIUS = 42;
const STAR = { points: 8, outer: 12, inner: 5.5 };
const IN_BOMB = "translate(-3 5) scale(.8)";
const BOMBS = ["4", "5"];

/**
 * The player a board symbol belongs to: 1 and 4 (a bomb) are the first player's.
 * @param {string} symbol
 */
export function ownerOf(symbol) {
  return symbol === "1" || symbol === "4" ? 1 : 2;
}

/**
 * The stone for a board symbol, centred on a point: a body, light on it, and the sign of its side.
 * @param {string} symbol
 */
export function disc(symbol, x = 0, y = 0) {
  const player = ownerOf(symbol);
  const isBomb = BOMBS.includes(symbol);
  const parts = [
    s("circle", { class: "body", r: RADIUS }),
    s("circle", { class: "light", r: RADIUS, fill: "url(#disc-light)" }),
    s("circle", { class: "groove", r: RADIUS - 9 }),
    isBomb ? bomb() : null,
    player === 1
      ? s("path", { class: "shape", d: "M-11 -11L11 11M11 -11L-11 11", transform: isBomb && IN_BOMB })
      : s("circle", { class: "shape", r: 13, transform: isBomb && IN_BOMB }),
  ];
  return s("g", { class: `disc disc-${player}`, transform: `translate(${x} ${y})` }, s("g", {}, parts));
}

function bomb() {
  return s(
    "g",
    { class: "bomb" },
    s("circle", { class: "shell", cx: -3, cy: 5, r: 25 }),
    s("circle", { class: "light", cx: -3, cy: 5, r: 25, fill: "url(#bomb-light)" }),
    s("path", { class: "cap", d: "M7 -20l11 9l-6 7l-11 -9Z" }),
    s("path", { class: "fuse", d: "M13 -15q2 -12 12 -10" }),
    s("polygon", { class: "spark", points: star(25, -24) }),
  );
}

/**
 * The corners of a star.
 * @param {number} x
 * @param {number} y
 */
function star(x, y) {
  const corners = Array.from({ length: 2 * STAR.points }, (_, index) => {
    const [radius, angle] = [index % 2 ? STAR.inner : STAR.outer, (Math.PI * index) / STAR.points];
    return `${x + radius * Math.sin(angle)},${y - radius * Math.cos(angle)}`;
  });
  return corners.join(" ");
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
