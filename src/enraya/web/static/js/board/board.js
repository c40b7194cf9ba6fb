// The board: draws a state and reports the column that was chosen. It knows no rules.

import { s } from "../lib/dom.js";
import { CELL, disc } from "./discs.js";
import { columnName } from "./position_text.js";

const HOLE = 40;
const CORNER = 16;
const FIRST_BOMB = "4";
const SECOND_BOMB = "5";

/** @typedef {ThreatInfo & { text: string }} Threat */

/**
 * @typedef {object} DrawOptions
 * @property {string} label - the position in words
 * @property {boolean} [animate]
 * @property {boolean} [interactive]
 * @property {Threat[]} [threats]
 */

export class Board {
  /** @param {(column: number) => unknown} onColumn */
  constructor(onColumn) {
    this.onColumn = onColumn;
    /** @type {PositionState | null} */
    this.state = null;
    this.width = 0;
    this.height = 0;
    this.ghost = s("g", { class: "ghost" });
    this.element = s("svg", { class: "board", role: "img" });
  }

  /**
   * @param {PositionState} state
   * @param {DrawOptions} options
   */
  draw(state, options) {
    const before = this.state;
    this.state = state;
    this.width = state.columns * CELL;
    this.height = state.rows * CELL;
    this.element.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.element.setAttribute("aria-label", options.label);
    this.ghost.replaceChildren();
    this.element.replaceChildren(
      this.ghost,
      this.#stones(state, options.animate ? before : null),
      this.#frame(state),
      this.#marks(state),
      this.#threats(options.threats ?? []),
      this.#columns(state, options.interactive ?? false),
    );
  }

  /**
   * Shows the disc that would fall into a column, in the first empty hole; nothing for null.
   * @param {number | null} column
   */
  hover(column) {
    const { state } = this;
    this.ghost.replaceChildren();
    if (column === null || !state?.legal_moves.includes(columnName(column))) return;
    const row = state.rows_from_bottom.findIndex((cells) => cells[column - 1] === ".") + 1;
    const bomb = state.to_move === 1 ? FIRST_BOMB : SECOND_BOMB;
    const symbol = state.next_is_bomb ? bomb : String(state.to_move);
    this.ghost.append(disc(symbol, this.#x(column), this.#y(row)));
  }

  /** @param {number} column */
  #x(column) {
    return (column - 0.5) * CELL;
  }

  /** @param {number} row */
  #y(row) {
    return this.height - (row - 0.5) * CELL;
  }

  /**
   * @param {PositionState} state
   * @param {PositionState | null} before - what was drawn last, when changes are animated
   */
  #stones(state, before) {
    const layer = s("g", { class: "stones" });
    const vanished = before ? this.#vanished(before, state) : [];
    state.rows_from_bottom.forEach((cells, index) => {
      [...cells].forEach((symbol, place) => {
        if (symbol === ".") return;
        const stone = disc(symbol, this.#x(place + 1), this.#y(index + 1));
        const last = state.last_cell;
        const isLast = last?.column === place + 1 && last?.row === index + 1;
        if (before && isLast && isNext(before, state)) fall(stone, this.#y(index + 1));
        layer.append(stone);
      });
    });
    layer.append(...vanished);
    return layer;
  }

  /**
   * The stones that an explosion has removed, drawn once more while they burst.
   * @param {PositionState} before
   * @param {PositionState} state
   */
  #vanished(before, state) {
    if (!isNext(before, state) || !state.moves.endsWith("B")) return [];
    /** @type {Element[]} */
    const gone = [];
    before.rows_from_bottom.forEach((cells, index) => {
      [...cells].forEach((symbol, place) => {
        if (symbol === "." || state.rows_from_bottom[index][place] === symbol) return;
        const stone = disc(symbol, this.#x(place + 1), this.#y(index + 1));
        stone.classList.add("bursting");
        gone.push(stone);
      });
    });
    return gone;
  }

  /** @param {PositionState} state */
  #frame(state) {
    const [right, bottom] = [this.width - CORNER, this.height - CORNER];
    const corners = [
      `M0 ${CORNER}q0 ${-CORNER} ${CORNER} ${-CORNER}`,
      `H${right}q${CORNER} 0 ${CORNER} ${CORNER}`,
      `V${bottom}q0 ${CORNER} ${-CORNER} ${CORNER}`,
      `H${CORNER}q${-CORNER} 0 ${-CORNER} ${-CORNER}Z`,
    ];
    const half = `a${HOLE} ${HOLE} 0 1 0`;
    const holes = [];
    for (let column = 1; column <= state.columns; column += 1) {
      for (let row = 1; row <= state.rows; row += 1) {
        holes.push(`M${this.#x(column) - HOLE} ${this.#y(row)}${half} ${2 * HOLE} 0${half} ${-2 * HOLE} 0Z`);
      }
    }
    return s("path", { class: "frame", d: [...corners, ...holes].join(""), "fill-rule": "evenodd" });
  }

  /** @param {PositionState} state */
  #marks(state) {
    const cells = state.winning_cells.length ? state.winning_cells : [state.last_cell];
    const kind = state.winning_cells.length ? "winning" : "last";
    const rings = cells.filter((cell) => cell !== null).map((cell) =>
      s("circle", { class: `mark ${kind}`, cx: this.#x(cell.column), cy: this.#y(cell.row), r: HOLE + 2 }),
    );
    return s("g", { class: "marks" }, rings);
  }

  /** @param {Threat[]} threats */
  #threats(threats) {
    return s("g", { class: "threats" }, threats.map((threat) => this.#threat(threat)));
  }

  /** @param {Threat} threat */
  #threat({ player, cell, use, text }) {
    const shift = player === 1 ? -16 : 16;
    const [x, y] = [this.#x(cell.column), this.#y(cell.row)];
    const mark = disc(String(player), 0, -4);
    mark.setAttribute("transform", "scale(0.36)");
    return s(
      "g",
      { class: `threat threat-${use}`, transform: `translate(${x + shift} ${y})` },
      s("title", {}, text),
      mark,
    );
  }

  /**
   * @param {PositionState} state
   * @param {boolean} interactive
   */
  #columns(state, interactive) {
    const layer = s("g", { class: `columns ${interactive ? "open" : ""}` });
    for (let column = 1; column <= state.columns; column += 1) {
      layer.append(
        s("rect", {
          x: (column - 1) * CELL,
          y: 0,
          width: CELL,
          height: this.height,
          onclick: () => this.onColumn(column),
          onpointerenter: (event) => event.pointerType === "mouse" && interactive && this.hover(column),
          onpointerleave: () => this.hover(null),
        }),
      );
    }
    return layer;
  }
}

/**
 * Whether a state follows another by one move.
 * @param {PositionState} before
 * @param {PositionState} state
 */
function isNext(before, state) {
  return state.moves.length === before.moves.length + 1 && state.moves.startsWith(before.moves);
}

/**
 * Lets a stone fall from above the board; the style sheet stops it where motion is unwanted.
 * @param {SVGElement} stone
 * @param {number} y
 */
function fall(stone, y) {
  const height = y + CELL / 2;
  stone.classList.add("falling");
  stone.style.setProperty("--height", `${-height}px`);
  stone.style.setProperty("--time", `${Math.round(26 * Math.sqrt(height))}ms`);
}
