// The dialog for a new game.

/** @import { Opponent } from "./named_agents.js" */

import { messageOf } from "../lib/api.js";
import { button, field, select, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { AgentPicker } from "./agent_picker.js";

const RULES = /^(\w+)(?:\(columns=(\d+), rows=(\d+)\))?$/;

/** @typedef {{ rules: string, first: string, second: string, seconds: number, moves: string }} GameSettings */

export class NewGameDialog {
  /**
   * @param {Information} known
   * @param {(settings: GameSettings) => Promise<void>} onStart
   */
  constructor(known, onStart) {
    this.known = known;
    this.onStart = onStart;
    this.element = h("dialog", { class: "new-game", "aria-labelledby": "new-game-title" });
  }

  /**
   * Opens it with the current settings.
   * @param {Omit<GameSettings, "moves">} settings
   * @param {Opponent[]} named
   */
  open(settings, named) {
    const rules = new RulesChoice(this.known, settings.rules);
    const first = new AgentPicker("first", t("game.first"), settings.first, this.known, named);
    const second = new AgentPicker("second", t("game.second"), settings.second, this.known, named);
    const bounds = this.known.requests.game;
    const seconds = h("input", { id: "seconds", value: settings.seconds, ...inputBounds(bounds.seconds) });
    const moves = h("input", { id: "start-moves", spellcheck: "false", ...inputBounds(bounds.moves) });
    const problem = h("p", { class: "problem", role: "alert" });
    const wanted = () => ({
      rules: rules.value,
      first: first.value,
      second: second.value,
      seconds: Number(seconds.value),
      moves: moves.value.trim(),
    });
    const form = h(
      "form",
      { method: "dialog", onsubmit: (event) => this.#submit(event, wanted(), problem) },
      h("h2", { id: "new-game-title" }, t("game.new")),
      h("div", { class: "pair" }, first.element, second.element),
      h("div", { class: "pair" }, field("rules", t("game.rules"), rules.name), rules.size),
      rules.note,
      h(
        "div",
        { class: "pair" },
        field("seconds", t("game.seconds"), seconds),
        field("start-moves", t("game.start"), moves),
      ),
      problem,
      h(
        "div",
        { class: "buttons" },
        submitButton(t("game.begin")),
        button(t("game.cancel"), () => this.element.close()),
      ),
    );
    show(this.element, form);
    this.element.showModal();
  }

  /**
   * @param {Event} event
   * @param {GameSettings} settings
   * @param {HTMLElement} problem - where to tell what is wrong with them
   */
  async #submit(event, settings, problem) {
    event.preventDefault();
    try {
      await this.onStart(settings);
      this.element.close();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  }
}

// A rule set and, where it has a free size, the size.
class RulesChoice {
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
    this.note.textContent = t(`rules.${this.name.value}.note`);
  }

  get value() {
    const name = this.name.value;
    return this.#isSized ? `${name}(columns=${this.columns.value}, rows=${this.rows.value})` : name;
  }
}
