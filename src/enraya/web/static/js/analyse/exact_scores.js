// Exact scores of the present position, asked for again whenever it changes.

import { address, get } from "../lib/api.js";

export class ExactScores {
  constructor(onChange) {
    this.onChange = onChange;
    this.on = localStorage.getItem("hints") === "on";
    this.#forget();
  }

  #forget() {
    this.analysis = null;
    this.problem = null;
    this.place = null;
  }

  toggle(on = !this.on) {
    this.on = on;
    localStorage.setItem("hints", on ? "on" : "off");
    if (!on) this.stop();
  }

  stop() {
    this.asking?.abort();
    this.#forget();
  }

  // The values for the row of columns: null when off, a list (perhaps empty) when on.
  valuesFor(state) {
    if (!this.on || state.over || state.has_bombs) return null;
    return this.place === placeOf(state) ? (this.analysis?.columns ?? []) : [];
  }

  // Asks about a position, unless that is what is known already.
  async ask(state) {
    if (!this.on || state.over || state.has_bombs) return this.stop();
    const place = placeOf(state);
    if (this.place === place && (this.analysis || this.problem)) return undefined;
    this.asking?.abort();
    this.#forget();
    this.asking = new AbortController();
    this.place = place;
    try {
      const path = address("/api/analysis", { moves: state.moves, rules: state.rules });
      this.analysis = await get(path, this.asking.signal);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (this.place === place) this.problem = error.message;
    }
    if (this.place === place) this.onChange();
    return undefined;
  }
}

function placeOf(state) {
  return `${state.rules}|${state.moves}`;
}
