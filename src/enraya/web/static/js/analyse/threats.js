// Threats drawn on the board, with a legend that explains them.

import { address, get } from "../lib/api.js";
import { h, html, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const USES = ["now", "stacked", "strong", "weak", "useless"];

export class Threats {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.on = false;
    /** @type {PositionState | null} */
    this.state = null;
    /** @type {ThreatInfo[]} */
    this.found = [];
    this.texts = h("ul", { class: "legend" });
    this.legend = h(
      "ul",
      { class: "legend", hidden: true },
      h("li", {}, t("threat.what")),
      USES.map((use) => h("li", {}, t(`threat.${use}`))),
      h("li", {}, this.texts),
    );
  }

  toggle() {
    this.on = !this.on;
    this.legend.hidden = !this.on;
    if (this.state) this.ask(this.state);
  }

  /** @param {PositionState} state */
  async ask(state) {
    this.state = state;
    this.found = [];
    if (this.on && !state.has_bombs && !state.over) {
      const found = await get(address("/api/threats", { moves: state.moves, rules: state.rules }));
      if (this.state !== state) return;
      this.found = found;
    }
    const lines = this.found.map(textOf);
    redraw((lines.length ? lines : [t("threat.none")]).map((line) => html`<li>${line}</li>`), this.texts);
    this.onChange();
  }

  // The threats that the board draws.
  marks() {
    return this.on ? this.found.map((threat) => ({ ...threat, text: textOf(threat) })) : [];
  }
}

/** @param {ThreatInfo} threat */
function textOf({ player, cell, parity, use }) {
  const values = { side: t(`side.${player}`), column: cell.column, row: cell.row };
  return t("threat.text", { ...values, parity: t(`parity.${parity}`), use: t(`use.${use}`) });
}
