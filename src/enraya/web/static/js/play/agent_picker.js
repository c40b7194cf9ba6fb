// Chooses a player: a human, a level with a slider, a ready-made agent, a player that a paper names,
// or the text of any agent.

/** @import { Opponent } from "./named_agents.js" */

import { field } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { levelOf } from "./named_agents.js";
import { paperGroups, paperNote } from "./paper_players.js";

const DEFAULT_LEVEL = "4";

export class AgentPicker {
  /**
   * @param {string} name - the prefix of the inputs' names
   * @param {string} label
   * @param {string} chosen - the initial choice
   * @param {Information} known
   * @param {Opponent[]} named - agents with names of their own
   * @param {boolean} withHuman
   */
  constructor(name, label, chosen, known, named, withHuman = true) {
    this.named = named.filter((opponent) => !opponent.isOff);
    /** @type {Map<string, string>} */
    this.offers = new Map(known.agents.flatMap(({ name: kind, offer }) => (offer ? [[kind, offer]] : [])));
    this.paperPlayers = new Map(known.agents.filter(({ paper }) => paper).map((player) => [player.name, player]));
    const kinds = [...(withHuman ? ["human"] : []), "level", ...this.offers.keys()];
    this.kind = h(
      "select",
      { id: `${name}-kind`, onchange: () => this.#changed() },
      kinds.map((kind) => h("option", { value: kind }, t(`player.${kind}`))),
      this.named.map((opponent) => h("option", { value: opponent.agent }, opponent.name)),
      paperGroups([...this.paperPlayers.values()]),
      h("option", { value: "other" }, t("player.other")),
    );
    const levels = Object.keys(known.levels).map(Number);
    this.level = h("input", {
      type: "range",
      id: `${name}-level`,
      min: Math.min(...levels),
      max: Math.max(...levels),
      oninput: () => this.#levelText(),
    });
    this.levelText = h("output", { for: `${name}-level`, class: "level-text" });
    this.levelBox = h(
      "div",
      { class: "level-box" },
      h("label", { class: "unseen", for: `${name}-level` }, t("player.level")),
      this.level,
      this.levelText,
    );
    this.note = h("p", { class: "note" });
    const bounds = inputBounds(known.requests.game.first);
    this.text = h("input", { id: `${name}-text`, spellcheck: "false", ...bounds });
    this.textBox = field(`${name}-text`, t("player.string"), this.text);
    this.element = h(
      "fieldset",
      { class: "agent-picker" },
      h("legend", {}, label),
      h("label", { class: "unseen", for: `${name}-kind` }, label),
      this.kind,
      this.levelBox,
      this.note,
      this.textBox,
    );
    this.value = chosen;
  }

  get value() {
    const kind = this.kind.value;
    if (kind === "level") return `level(${this.level.value})`;
    if (kind === "other") return this.text.value.trim();
    return this.offers.get(kind) ?? kind;
  }

  set value(agent) {
    this.level.value = levelOf(agent) ?? DEFAULT_LEVEL;
    this.text.value = agent;
    this.kind.value = this.#kindOf(agent);
    this.#changed();
  }

  /** @param {string} agent */
  #kindOf(agent) {
    if (agent === "human") return "human";
    if (levelOf(agent)) return "level";
    if (this.paperPlayers.has(agent) || this.named.some((opponent) => opponent.agent === agent)) return agent;
    return [...this.offers.keys()].find((name) => this.offers.get(name) === agent) ?? "other";
  }

  #changed() {
    this.levelBox.hidden = this.kind.value !== "level";
    this.textBox.hidden = this.kind.value !== "other";
    const player = this.paperPlayers.get(this.kind.value);
    this.note.hidden = !player;
    if (player) show(this.note, paperNote(player));
    this.#levelText();
  }

  #levelText() {
    const level = this.level.value;
    this.levelText.textContent = t("player.level_is", { level, words: t(`level.${level}`) });
  }
}
