// The choice of a rule set and, if its size is free, of the size.

import { field, select } from "./controls.js";
import { h, show } from "./dom.js";
import { t } from "./i18n.js";

const RULES = /^(\w+)(?:\(columns=(\d+), rows=(\d+)\))?$/;

export class RulesChoice {
  /**
   * @param {Information} known
   * @param {string} chosen
   */
  constructor(known, chosen) {
    this.parameters = new Map(known.rules.map(({ name, parameters }) => [name, parameters]));
    const [, name, columns, rows] = RULES.exec(chosen) ?? [];
    this.name = select("rules", [...this.parameters.keys()], (each) => t(`rules.${each}`));
    this.name.value = name ?? known.rules[0].name;
    this.name.addEventListener("change", () => this.#changed());
    this.note = h("p", { class: "note" });
    const sized = known.rules.find(({ parameters }) => "columns" in parameters)?.parameters;
    const { min_side: min, max_side: max } = known.board;
    const bounds = { type: "number", min, max, required: true };
    this.columns = h("input", { id: "size-columns", value: columns ?? sized?.columns, ...bounds });
    this.rows = h("input", { id: "size-rows", value: rows ?? sized?.rows, ...bounds });
    this.size = h(
      "div",
      { class: "pair" },
      field("size-columns", t("game.columns"), this.columns),
      field("size-rows", t("game.rows"), this.rows),
    );
    this.#changed();
  }

  get #isSized() {
    return "columns" in (this.parameters.get(this.name.value) ?? {});
  }

  #changed() {
    this.size.hidden = !this.#isSized;
    const more = h("a", { href: `/rules#${this.name.value}` }, t("howto.link"));
    show(this.note, t(`rules.${this.name.value}.note`), " ", more);
  }

  get value() {
    const name = this.name.value;
    return this.#isSized ? `${name}(columns=${this.columns.value}, rows=${this.rows.value})` : name;
  }
}
