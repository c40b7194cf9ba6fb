// What stones look like: the sides differ by colour and by shape.

import { html, made, nothing, svg } from "../lib/dom.js";

export const CELL = 100;
const RADIUS = 42;
const STAR = { points: 8, outer: 12, inner: 5.5 };
const IN_BOMB = "translate(-3 5) scale(.8)";
const BOMBS = ["4", "5"];

/**
 * The player to whom a symbol of the board belongs: 1 and 4 (a bomb) are the first player's.
 * @param {string} symbol
 */
export function ownerOf(symbol) {
  return symbol === "1" || symbol === "4" ? 1 : 2;
}

/**
 * A stone for a symbol of the board, centred on a point: a body, a highlight, and the sign of its side.
 * @param {string} symbol
 */
function stone(symbol, x = 0, y = 0) {
  const player = ownerOf(symbol);
  const isBomb = BOMBS.includes(symbol);
  const place = isBomb ? IN_BOMB : nothing;
  return svg`<g class="disc disc-${player}" transform="translate(${x} ${y})"><g>
    <circle class="body" r=${RADIUS}></circle>
    <circle class="light" r=${RADIUS} fill="url(#disc-light)"></circle>
    <circle class="groove" r=${RADIUS - 9}></circle>
    ${isBomb ? bomb() : nothing}
    ${player === 1
      ? svg`<path class="shape" d="M-11 -11L11 11M11 -11L-11 11" transform=${place}></path>`
      : svg`<circle class="shape" r="13" transform=${place}></circle>`}
  </g></g>`;
}

/**
 * A stone for the board, in a group that the board can move.
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 */
export function disc(symbol, x, y) {
  return /** @type {SVGElement} */ (made(stone(symbol, x, y)));
}

function bomb() {
  return svg`<g class="bomb">
    <circle class="shell" cx="-3" cy="5" r="25"></circle>
    <circle class="light" cx="-3" cy="5" r="25" fill="url(#bomb-light)"></circle>
    <path class="cap" d="M7 -20l11 9l-6 7l-11 -9Z"></path>
    <path class="fuse" d="M13 -15q2 -12 12 -10"></path>
    <polygon class="spark" points=${star(25, -24)}></polygon>
  </g>`;
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
  return small(String(player));
}

/**
 * A small bomb for lists and headings.
 * @param {number} player
 */
export function smallBomb(player) {
  return small(BOMBS[player - 1]);
}

/** @param {string} symbol */
function small(symbol) {
  const box = `${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`;
  return html`<svg class="small-disc" viewBox=${box} aria-hidden="true">${stone(symbol)}</svg>`;
}
