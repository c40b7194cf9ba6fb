// Choosing a player: a human, a level with a slider, a known agent, or any agent string.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { levelOf } from "./named_agents.js";

export const LEVELS = 10;
const PRESETS = {
  perfect: "perfect",
  search: "search(seconds=1)",
  mcts: "mcts(seconds=1)",
  alphabeta: "alphabeta(depth=8, eval=threats)",
  minimax: "minimax(depth=4)",
  greedy: "greedy",
  genes: "genes(0.92, 0.59, 0.97, 0.47)",
  learned: "learned(ntuple, depth=4)",
  random: "random",
};

export class AgentPicker {
  // A choice that starts with `chosen`; `uploads` are [{agent, name, isOff}] agents of the visitor.
  constructor(name, label, chosen, uploads = [], withHuman = true) {
    this.name = name;
    const kinds = [...(withHuman ? ["human"] : []), "level", ...Object.keys(PRESETS)];
    this.uploads = uploads.filter((upload) => !upload.isOff);
    this.kind = h(
      "select",
      { id: `${name}-kind`, onchange: () => this.#changed() },
      kinds.map((kind) => h("option", { value: kind }, t(`player.${kind}`))),
      this.uploads.map((upload) => h("option", { value: upload.agent }, upload.name)),
      h("option", { value: "other" }, t("player.other")),
    );
    this.level = h("input", { type: "range", min: 1, max: LEVELS, id: `${name}-level`, oninput: () => this.#levelText() });
    this.levelText = h("output", { for: `${name}-level`, class: "level-text" });
    this.text = h("input", { type: "text", id: `${name}-text`, maxlength: 300, spellcheck: "false" });
    this.levelBox = h("div", { class: "level-box" }, h("label", { class: "unseen", for: `${name}-level` }, t("player.level")), this.level, this.levelText);
    this.textBox = h("div", { class: "field" }, h("label", { for: `${name}-text` }, t("player.string")), this.text);
    this.element = h(
      "fieldset",
      { class: "agent-picker" },
      h("legend", {}, label),
      h("label", { class: "unseen", for: `${name}-kind` }, label),
      this.kind,
      this.levelBox,
      this.textBox,
    );
    this.value = chosen;
  }

  get value() {
    const kind = this.kind.value;
    if (kind === "level") return `level(${this.level.value})`;
    if (kind === "other") return this.text.value.trim();
    return PRESETS[kind] ?? kind;
  }

  set value(agent) {
    const level = levelOf(agent);
    const preset = Object.entries(PRESETS).find(([, text]) => text === agent);
    const upload = this.uploads.find((known) => known.agent === agent);
    this.level.value = level ?? 4;
    this.text.value = agent;
    if (agent === "human") this.kind.value = "human";
    else if (level) this.kind.value = "level";
    else if (upload) this.kind.value = agent;
    else this.kind.value = preset ? preset[0] : "other";
    this.#changed();
  }

  #changed() {
    this.levelBox.hidden = this.kind.value !== "level";
    this.textBox.hidden = this.kind.value !== "other";
    this.#levelText();
  }

  #levelText() {
    const level = this.level.value;
    this.levelText.textContent = t("player.level_is", { level, words: t(`level.${level}`) });
  }
}
