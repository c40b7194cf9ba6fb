// The dialog for a new game.

import { field, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { AgentPicker } from "./agent_picker.js";

const CLASSIC = /^classic(\(columns=(\d+), rows=(\d+)\))?$/;

export class NewGameDialog {
  constructor(onStart) {
    this.onStart = onStart;
    this.element = h("dialog", { class: "new-game", "aria-labelledby": "new-game-title" });
  }

  // Opens it with the present settings: {rules, first, second, seconds}.
  open(settings, uploads = []) {
    const size = CLASSIC.exec(settings.rules);
    this.rules = select("rules", ["classic", "boom", "desconecta"], size ? "classic" : settings.rules);
    this.columns = numberInput("size-columns", size?.[2] ?? 7);
    this.rows = numberInput("size-rows", size?.[3] ?? 6);
    this.first = new AgentPicker("first", t("game.first"), settings.first, uploads);
    this.second = new AgentPicker("second", t("game.second"), settings.second, uploads);
    this.seconds = h("input", { type: "number", id: "seconds", min: 0.01, max: 30, step: "any", value: settings.seconds });
    this.moves = h("input", { type: "text", id: "start-moves", maxlength: 400, spellcheck: "false" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.size = h("div", { class: "pair" }, field("size-columns", t("game.columns"), this.columns), field("size-rows", t("game.rows"), this.rows));
    this.rules.addEventListener("change", () => this.#rulesChanged());
    this.#rulesChanged();
    show(this.element, this.#form());
    this.element.showModal();
  }

  #form() {
    return h(
      "form",
      { method: "dialog", onsubmit: (event) => this.#submit(event) },
      h("h2", { id: "new-game-title" }, t("game.new")),
      h("div", { class: "pair" }, this.first.element, this.second.element),
      h("div", { class: "pair" }, field("rules", t("game.rules"), this.rules), this.size),
      this.note,
      h("div", { class: "pair" }, field("seconds", t("game.seconds"), this.seconds), field("start-moves", t("game.start"), this.moves)),
      this.problem,
      h(
        "div",
        { class: "buttons" },
        submitButton(t("game.begin")),
        h("button", { type: "button", onclick: () => this.element.close() }, t("game.cancel")),
      ),
    );
  }

  #rulesChanged() {
    this.size.hidden = this.rules.value !== "classic";
    this.note ??= h("p", { class: "note" });
    this.note.textContent = t(`rules.${this.rules.value}.note`);
  }

  async #submit(event) {
    event.preventDefault();
    const [columns, rows] = [this.columns.value, this.rows.value];
    const sized = columns === "7" && rows === "6" ? "classic" : `classic(columns=${columns}, rows=${rows})`;
    try {
      await this.onStart({
        rules: this.rules.value === "classic" ? sized : this.rules.value,
        first: this.first.value,
        second: this.second.value,
        seconds: Number(this.seconds.value),
        moves: this.moves.value.trim(),
      });
      this.element.close();
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}

function select(id, values, chosen) {
  const options = values.map((value) => h("option", { value, selected: value === chosen }, t(`rules.${value}`)));
  return h("select", { id }, options);
}

function numberInput(id, value) {
  return h("input", { type: "number", id, min: 4, max: 16, value, required: true });
}
