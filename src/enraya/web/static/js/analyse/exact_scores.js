// Scores of the current position, requested whenever it changes: exact ones, or estimates that improve.

import { address, follow, isAborted, messageOf } from "../lib/api.js";

const STORED = "hints";

export class ExactScores {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.on = localStorage.getItem(STORED) === "on";
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    /** @type {PositionAnalysis | null} */
    this.analysis = null;
    this.problem = "";
    this.place = "";
    this.isThinking = false;
  }

  #forget() {
    this.analysis = null;
    this.problem = "";
    this.place = "";
    this.isThinking = false;
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem(STORED, this.on ? "on" : "off");
    if (!this.on) this.stop();
  }

  stop() {
    this.asking?.abort();
    this.#forget();
  }

  /**
   * The values for the row of columns: null while switched off, else a list that may be empty.
   * @param {PositionState} state
   */
  valuesFor(state) {
    if (!this.#isFor(state)) return null;
    return this.place === placeOf(state) ? (this.analysis?.columns ?? []) : [];
  }

  /** @param {PositionState} state */
  #isFor(state) {
    return this.on && !state.over && !state.has_bombs;
  }

  /**
   * Requests the scores of a position, unless they are already known.
   * @param {PositionState} state
   */
  async ask(state) {
    if (!this.#isFor(state)) {
      this.stop();
      return;
    }
    const place = placeOf(state);
    if (this.place === place && (this.analysis || this.problem)) return;
    this.stop();
    const { signal } = (this.asking = new AbortController());
    this.place = place;
    this.isThinking = true;
    try {
      const path = address("/api/analysis/events", { moves: state.moves, rules: state.rules });
      await follow(path, (found) => this.place === place && this.#hear(found), signal);
    } catch (error) {
      if (isAborted(error)) return;
      if (this.place === place) this.problem = messageOf(error);
    }
    if (this.place !== place || !this.isThinking) return;
    this.isThinking = false;
    this.onChange();
  }

  /** @param {PositionAnalysis} found */
  #hear(found) {
    this.analysis = found;
    this.isThinking = !found.exact;
    this.onChange();
  }
}

/** @param {PositionState} state */
function placeOf(state) {
  return `${state.rules}|${state.moves}`;
}
