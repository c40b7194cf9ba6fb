// The front of the board with its holes, and the wells behind them.

import { s } from "../lib/dom.js";
import { CELL } from "./discs.js";

export const HOLE = 40;
const CORNER = 22;

/**
 * The wells behind the stones.
 * @param {number} columns
 * @param {number} rows
 */
export function wells(columns, rows) {
  const [width, height] = [columns * CELL, rows * CELL];
  const shadows = Array.from({ length: columns * rows }, (_, place) => {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const centre = { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL };
    return s("circle", { ...centre, r: HOLE + 2, fill: "url(#well-light)" });
  });
  const ground = s("rect", { class: "well", x: 2, y: 2, width: width - 4, height: height - 4, rx: CORNER });
  return s("g", {}, ground, shadows);
}

/**
 * The front of the board, with a hole for each cell and a lit rim around every hole.
 * @param {number} columns
 * @param {number} rows
 */
export function front(columns, rows) {
  const [width, height] = [columns * CELL, rows * CELL];
  const [right, bottom] = [width - CORNER, height - CORNER];
  const outline = [
    `M0 ${CORNER}q0 ${-CORNER} ${CORNER} ${-CORNER}`,
    `H${right}q${CORNER} 0 ${CORNER} ${CORNER}`,
    `V${bottom}q0 ${CORNER} ${-CORNER} ${CORNER}`,
    `H${CORNER}q${-CORNER} 0 ${-CORNER} ${-CORNER}Z`,
  ];
  const holes = [];
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) holes.push(hole((column + 0.5) * CELL, (row + 0.5) * CELL));
  }
  const d = [...outline, ...holes].join("");
  return s(
    "g",
    { class: "front" },
    s("path", { class: "frame", d, "fill-rule": "evenodd" }),
    s("path", { class: "light", d, "fill-rule": "evenodd", fill: "url(#board-light)" }),
    s("path", { class: "rim", d: holes.join("") }),
    s("path", { class: "rim lit", d: holes.join(""), transform: "translate(0 2.5)" }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
function hole(x, y) {
  const half = `a${HOLE} ${HOLE} 0 1 0`;
  return `M${x - HOLE} ${y}${half} ${2 * HOLE} 0${half} ${-2 * HOLE} 0Z`;
}
