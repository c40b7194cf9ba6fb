// The dialog for a new game.

/** @import { Opponent } from "./named_agents.js" */

import { messageOf } from "../lib/api.js";
import { button, field, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { RulesChoice } from "../lib/rules_choice.js";
import { AgentPicker } from "./agent_picker.js";

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
   * Opens the dialog with the current settings.
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
   * @param {HTMLElement} problem - shows what is wrong with them
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
