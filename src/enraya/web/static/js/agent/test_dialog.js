// The dialog that tests an agent against some levels, all players that the papers name, or one player.

/** @import { NamedAgent, Opponent } from "../play/named_agents.js" */

import { address, messageOf, post } from "../lib/api.js";
import { button, field, randomSeed, select, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { AgentPicker } from "../play/agent_picker.js";

const OPPONENTS = ["levels", "papers", "one"];
const LEVELS = ["level(1)", "level(3)", "level(5)", "level(7)"];
const FIRST_CHOICE = "level(3)";
const GAMES = 10;
const SECONDS = 0.2;
const JUDGED_RULES = "classic";

export class TestDialog {
  /** @param {Information} known */
  constructor(known) {
    this.known = known;
    this.element = h("dialog", { class: "test", "aria-labelledby": "test-title" });
  }

  /**
   * @param {NamedAgent} tested
   * @param {Opponent[]} named
   */
  open({ agent, name }, named) {
    const bounds = this.known.requests.tournament;
    const others = named.filter((one) => one.agent !== agent);
    const one = new AgentPicker("opponent", t("test.one"), FIRST_CHOICE, this.known, others, false);
    const rules = select("test-rules", this.known.rules.map(({ name: rule }) => rule), (rule) => t(`rules.${rule}`));
    const games = h("input", { id: "test-games", required: true, value: GAMES, ...inputBounds(bounds.games) });
    const mistakes = h("input", { type: "checkbox", id: "test-mistakes", checked: true });
    const mistakesBox = h("label", { class: "switch" }, mistakes, t("test.mistakes"));
    const problem = h("p", { class: "problem", role: "alert" });
    const against = select("against", OPPONENTS, (kind) => t(`test.${kind}`), { onchange: () => changed() });
    const changed = () => {
      one.element.hidden = against.value !== "one";
      mistakesBox.hidden = rules.value !== JUDGED_RULES;
    };
    rules.addEventListener("change", changed);
    /** @param {Event} event */
    const onsubmit = async (event) => {
      event.preventDefault();
      const wanted = {
        kind: "gauntlet",
        agents: [agent, ...this.#opponents(against.value, rules.value, one.value)],
        rules: rules.value,
        games: Number(games.value),
        seconds: SECONDS,
        mistakes: mistakes.checked && rules.value === JUDGED_RULES,
        seed: randomSeed(),
      };
      try {
        const run = await post("/api/tournaments", wanted);
        location.assign(address("/arena", { tournament: run.id }));
      } catch (error) {
        problem.textContent = messageOf(error);
      }
    };
    const form = h(
      "form",
      { method: "dialog", class: "stack", onsubmit },
      h("h2", { id: "test-title" }, t("test.title", { name })),
      field("against", t("test.against"), against),
      one.element,
      h(
        "div",
        { class: "pair" },
        field("test-rules", t("game.rules"), rules),
        field("test-games", t("test.games"), games),
      ),
      mistakesBox,
      problem,
      h(
        "div",
        { class: "buttons" },
        submitButton(t("test.begin")),
        button(t("game.cancel"), () => this.element.close()),
      ),
    );
    changed();
    show(this.element, form);
    this.element.showModal();
  }

  /**
   * @param {string} kind
   * @param {string} rules
   * @param {string} one
   */
  #opponents(kind, rules, one) {
    if (kind === "levels") return LEVELS;
    if (kind === "one") return [one];
    const most = (this.known.requests.tournament.agents.maximum ?? Infinity) - 1;
    const players = this.known.agents.filter((player) => player.paper && player.rules === rules);
    return players.map(({ name }) => name).slice(0, most);
  }
}
