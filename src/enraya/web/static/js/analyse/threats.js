// Threats drawn on the board, with a legend that explains them.

import { address, get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const USES = ["now", "strong", "weak", "useless"];

export class Threats {
  constructor(onChange) {
    this.onChange = onChange;
    this.on = false;
    this.found = [];
    this.legend = h(
      "ul",
      { class: "legend", hidden: true },
      h("li", {}, t("threat.what")),
      USES.map((use) => h("li", {}, t(`threat.${use}`))),
    );
    this.texts = h("ul", { class: "legend" });
    this.legend.append(h("li", {}, this.texts));
  }

  toggle() {
    this.on = !this.on;
    this.legend.hidden = !this.on;
    this.ask(this.state);
  }

  async ask(state) {
    this.state = state;
    this.found = [];
    if (this.on && state && !state.has_bombs && !state.over) {
      const found = await get(address("/api/threats", { moves: state.moves, rules: state.rules }));
      if (this.state !== state) return;
      this.found = found;
    }
    this.#explain();
    this.onChange();
  }

  #explain() {
    const lines = this.found.map((threat) => h("li", {}, textOf(threat)));
    this.texts.replaceChildren(...(lines.length ? lines : [h("li", {}, t("threat.none"))]));
  }

  marks() {
    return this.on ? this.found.map((threat) => ({ ...threat, text: textOf(threat) })) : [];
  }
}

function textOf({ player, cell, parity, use }) {
  const values = { side: t(`side.${player}`), column: cell.column, row: cell.row };
  return t("threat.text", { ...values, parity: t(`parity.${parity}`), use: t(`use.${use}`) });
}
