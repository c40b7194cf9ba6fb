// The board: draws a state and reports clicks on columns. It knows no rules.

/** @import { Arrow } from "./arrows.js" */

import { s } from "../lib/dom.js";
import { boom, click } from "../lib/sound.js";
import { drawArrows } from "./arrows.js";
import { CELL, disc } from "./discs.js";
import { HOLE, front, wells } from "./frame.js";
import { columnName } from "./position_text.js";

const FIRST_BOMB = "4";
const SECOND_BOMB = "5";
/** How long a stone falls: milliseconds times the square root of the distance, as in free fall. */
const FALL = 19;
/** How long a stone bounces until it rests, as a share of the time of its fall. */
const BOUNCE = 0.45;
const LONGEST_FALL = 3000;

/** @typedef {ThreatInfo & { text: string }} Threat */

/**
 * @typedef {object} DrawOptions
 * @property {string} label - the position in words
 * @property {boolean} [animate]
 * @property {boolean} [interactive]
 * @property {Threat[]} [threats]
 * @property {Arrow[]} [arrows]
 * @property {number | null} [hint] - a column to point at
 * @property {boolean} [previews] - whether the mouse shows where a stone would fall
 */

export class Board {
  /** @param {(column: number, row: number) => unknown} onColumn - gets the cell that was clicked */
  constructor(onColumn) {
    this.onColumn = onColumn;
    /** @type {PositionState | null} */
    this.state = null;
    this.height = 0;
    this.interactive = false;
    this.previews = true;
    /** @type {number | null} */
    this.hovered = null;
    /** @type {Map<string, { symbol: string, stone: SVGElement }>} - the stones by their cell */
    this.cells = new Map();
    this.back = s("g", {});
    this.ghost = s("g", { class: "ghost" });
    this.hint = s("g", { class: "pointing" });
    this.stones = s("g", { class: "stones" });
    this.front = s("g", {});
    this.marks = s("g", { class: "marks" });
    this.threats = s("g", { class: "threats" });
    this.arrows = s("g", { class: "arrows" });
    this.columns = s("g", { class: "columns" });
    const shown = [this.back, this.hint, this.ghost, this.stones, this.front, this.marks, this.threats, this.arrows];
    const layers = [...shown, this.columns];
    this.element = s("svg", { class: "board", role: "img" }, layers);
  }

  /**
   * Draws a state; stones that stay keep their elements, so a falling one continues to fall.
   * @param {PositionState} state
   * @param {DrawOptions} options
   */
  draw(state, options) {
    const before = this.state;
    this.state = state;
    this.interactive = options.interactive ?? false;
    this.previews = options.previews ?? true;
    if (before?.columns !== state.columns || before.rows !== state.rows) this.#resize(state);
    this.element.setAttribute("aria-label", options.label);
    this.columns.classList.toggle("open", this.interactive);
    if (!before || !isSame(before, state)) {
      const time = this.#drawStones(state, options.animate ? before : null);
      this.#drawMarks(state, time);
    }
    this.threats.replaceChildren(...(options.threats ?? []).map((threat) => this.#threat(threat)));
    this.arrows.replaceChildren(
      ...drawArrows(options.arrows ?? [], ({ column, row }) => ({ x: this.#x(column), y: this.#y(row) })),
    );
    this.#show(this.hint, options.hint ?? null);
    this.hover(this.hovered);
  }

  /** Waits until no stone is falling, but not for long, and not at all if the page is hidden. */
  async landed() {
    if (document.hidden) return;
    const falls = this.stones.getAnimations({ subtree: true }).map((animation) => animation.finished);
    const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_FALL));
    if (falls.length) await Promise.race([Promise.allSettled(falls), patience]);
  }

  /** @param {PositionState} state */
  #resize({ columns, rows }) {
    this.height = rows * CELL;
    this.element.setAttribute("viewBox", `0 0 ${columns * CELL} ${this.height}`);
    this.back.replaceChildren(wells(columns, rows));
    this.front.replaceChildren(front(columns, rows));
    this.columns.replaceChildren(...Array.from({ length: columns }, (_, index) => this.#column(index + 1)));
    this.stones.replaceChildren();
    this.cells.clear();
  }

  /**
   * Shows the disc that would fall into a column in its lowest empty cell; null shows none.
   * @param {number | null} column
   */
  hover(column) {
    this.hovered = column;
    this.#show(this.ghost, this.previews ? column : null);
  }

  /**
   * Draws the next disc of a column in a layer; null clears the layer.
   * @param {Element} layer
   * @param {number | null} column
   */
  #show(layer, column) {
    const { state } = this;
    layer.replaceChildren();
    if (!this.interactive || column === null || !state?.legal_moves.includes(columnName(column))) return;
    const row = state.rows_from_bottom.findIndex((cells) => cells[column - 1] === ".") + 1;
    const bomb = state.to_move === 1 ? FIRST_BOMB : SECOND_BOMB;
    const symbol = state.next_is_bomb ? bomb : String(state.to_move);
    layer.append(disc(symbol, this.#x(column), this.#y(row)));
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
   * Draws the stones; returns for how many milliseconds the last one falls.
   * @param {PositionState} state
   * @param {PositionState | null} before - what was drawn before, if changes are animated; else null
   */
  #drawStones(state, before) {
    const last = before && isNext(before, state) ? state.last_cell : null;
    const explodes = before && isNext(before, state) && state.moves.endsWith("B");
    let time = 0;
    if (explodes) boom();
    state.rows_from_bottom.forEach((cells, index) => {
      [...cells].forEach((symbol, place) => {
        const cell = `${place + 1},${index + 1}`;
        const known = this.cells.get(cell);
        if ((known?.symbol ?? ".") === symbol) return;
        if (known) this.#remove(cell, known.stone, explodes ?? false);
        if (symbol === ".") return;
        const stone = disc(symbol, this.#x(place + 1), this.#y(index + 1));
        if (last?.column === place + 1 && last.row === index + 1) time = fall(stone, this.#y(index + 1));
        this.cells.set(cell, { symbol, stone });
        this.stones.append(stone);
      });
    });
    return time;
  }

  /**
   * Removes a stone; in an explosion it bursts.
   * @param {string} cell
   * @param {SVGElement} stone
   * @param {boolean} explodes
   */
  #remove(cell, stone, explodes) {
    this.cells.delete(cell);
    if (!explodes) {
      stone.remove();
      return;
    }
    stone.classList.add("bursting");
    stone.addEventListener("animationend", () => stone.remove());
  }

  /**
   * Draws rings around the last stone or the winning line, once the last stone has landed.
   * @param {PositionState} state
   * @param {number} time - how long the last stone falls, in milliseconds
   */
  #drawMarks(state, time) {
    const cells = state.winning_cells.length ? state.winning_cells : [state.last_cell];
    const kind = state.winning_cells.length ? "winning" : "last";
    const rings = cells.filter((cell) => cell !== null).map((cell, index) => {
      const ring = s("circle", { class: `mark ${kind}`, cx: this.#x(cell.column), cy: this.#y(cell.row), r: HOLE + 2 });
      ring.style.setProperty("--place", String(index));
      return ring;
    });
    this.marks.style.setProperty("--landing", `${time}ms`);
    this.marks.replaceChildren(...rings);
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

  /** @param {MouseEvent} event */
  #rowAt({ clientY }) {
    const { bottom, height } = this.element.getBoundingClientRect();
    return Math.ceil(((bottom - clientY) / height) * (this.height / CELL));
  }

  /** @param {number} column */
  #column(column) {
    return s("rect", {
      x: (column - 1) * CELL,
      y: 0,
      width: CELL,
      height: this.height,
      onclick: (event) => this.onColumn(column, this.#rowAt(event)),
      onpointerenter: (event) => this.hover(event.pointerType === "mouse" ? column : null),
      onpointerleave: () => this.hover(null),
    });
  }
}

/**
 * Whether two states have the same stones and the same last one.
 * @param {PositionState} before
 * @param {PositionState} state
 */
function isSame(before, state) {
  const isMoved = before.moves !== state.moves || before.rules !== state.rules;
  return !isMoved && before.rows_from_bottom.join() === state.rows_from_bottom.join();
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
 * Lets a stone fall from above the board; the style sheet disables this for people who want no motion.
 * Returns the milliseconds until it rests.
 * @param {SVGElement} stone
 * @param {number} y
 */
function fall(stone, y) {
  const height = y + CELL / 2;
  const free = FALL * Math.sqrt(height);
  const time = Math.round(free * (1 + BOUNCE));
  click(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : free);
  stone.classList.add("falling");
  stone.style.setProperty("--height", `${-height}px`);
  stone.style.setProperty("--time", `${time}ms`);
  return time;
}
