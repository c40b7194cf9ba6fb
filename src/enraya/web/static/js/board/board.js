// The board: draws a state and reports the column that was chosen. It knows no rules.

import { CELL, disc } from "./discs.js";
import { s } from "../lib/dom.js";
import { columnName } from "./position_text.js";

const HOLE = 40;
const BOMBS = { 1: "4", 2: "5" };

export class Board {
  constructor(onColumn) {
    this.onColumn = onColumn;
    this.state = null;
    this.element = s("svg", { class: "board", role: "img" });
  }

  // Draws a state; options: label, animate, interactive, threats.
  draw(state, options = {}) {
    const before = this.state;
    this.state = state;
    this.width = state.columns * CELL;
    this.height = state.rows * CELL;
    this.element.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.element.setAttribute("aria-label", options.label ?? "");
    this.ghost = s("g", { class: "ghost" });
    this.element.replaceChildren(
      this.ghost,
      this.#stones(state, options.animate ? before : null),
      this.#frame(state),
      this.#marks(state),
      this.#threats(options.threats ?? []),
      this.#columns(state, options.interactive),
    );
  }

  // Shows the disc that would fall into a column, in the first empty hole; nothing for null.
  hover(column) {
    const { state } = this;
    this.ghost.replaceChildren();
    if (column === null || !state.legal_moves.includes(columnName(column))) return;
    const row = state.rows_from_bottom.findIndex((cells) => cells[column - 1] === ".") + 1;
    const symbol = state.next_is_bomb ? BOMBS[state.to_move] : String(state.to_move);
    this.ghost.append(disc(symbol, this.#x(column), this.#y(row)));
  }

  #x(column) {
    return (column - 0.5) * CELL;
  }

  #y(row) {
    return this.height - (row - 0.5) * CELL;
  }

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

  // The stones that an explosion has removed, drawn once more while they burst.
  #vanished(before, state) {
    if (!isNext(before, state) || !state.moves.endsWith("B")) return [];
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

  #frame(state) {
    const outline = `M0 16q0 -16 16 -16H${this.width - 16}q16 0 16 16V${this.height - 16}q0 16 -16 16H16q-16 0 -16 -16Z`;
    const holes = [];
    for (let column = 1; column <= state.columns; column += 1) {
      for (let row = 1; row <= state.rows; row += 1) {
        holes.push(`M${this.#x(column) - HOLE} ${this.#y(row)}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`);
      }
    }
    return s("path", { class: "frame", d: outline + holes.join(""), "fill-rule": "evenodd" });
  }

  #marks(state) {
    const cells = state.winning_cells.length ? state.winning_cells : [state.last_cell];
    const kind = state.winning_cells.length ? "winning" : "last";
    const rings = cells.filter(Boolean).map((cell) =>
      s("circle", { class: `mark ${kind}`, cx: this.#x(cell.column), cy: this.#y(cell.row), r: HOLE + 2 }),
    );
    return s("g", { class: "marks" }, rings);
  }

  #threats(threats) {
    return s("g", { class: "threats" }, threats.map((threat) => this.#threat(threat)));
  }

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

function isNext(before, state) {
  return state.moves.length === before.moves.length + 1 && state.moves.startsWith(before.moves);
}

// Lets a stone fall from above the board; the style sheet stops it where motion is unwanted.
function fall(stone, y) {
  const height = y + CELL / 2;
  stone.classList.add("falling");
  stone.style.setProperty("--height", `${-height}px`);
  stone.style.setProperty("--time", `${Math.round(26 * Math.sqrt(height))}ms`);
}
