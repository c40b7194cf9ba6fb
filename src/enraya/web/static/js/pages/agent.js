// Your agent: paste or load a Python file, see whether it runs, then play it or enter it.

/** @import { NamedAgent } from "../play/named_agents.js" */

import { address, messageOf, post } from "../lib/api.js";
import { button, field, playLink, randomSeed, submitButton } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { endingName, faultReason, t } from "../lib/i18n.js";
import { information, inputBounds } from "../lib/information.js";
import { keptNote, ownerControls } from "../lib/own.js";
import { remember, remembered } from "../lib/storage.js";
import { myUploads } from "../play/named_agents.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";

const DRAFT = "draft";
const EXAMPLES = ["heuristic", "choose", "kaggle"];
const LADDER = { kind: "gauntlet", games: 10, seconds: 0.2 };
const LADDER_LEVELS = ["level(1)", "level(3)", "level(5)", "level(7)"];

class AgentPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   */
  constructor(main, known) {
    const bounds = known.requests.agent;
    this.main = main;
    this.allowed = known.uploads;
    this.maxName = bounds.name.max_length ?? Infinity;
    const required = true;
    const maxlength = bounds.source.max_length;
    this.source = h("textarea", { id: "source", spellcheck: "false", required, maxlength });
    this.name = h("input", { id: "agent-name", required, ...inputBounds(bounds.name) });
    this.name.value = t("agent.default_name");
    this.file = h("input", { type: "file", id: "agent-file", accept: ".py", onchange: () => this.#load() });
    this.result = h("section", { class: "stack", "aria-live": "polite" });
    this.mine = h("section", { class: "card" });
    const left = h("div", { class: "stack" }, !this.allowed && howToAllow(), this.#form(), this.mine);
    const right = h("div", { class: "stack" }, this.result, this.allowed && safety());
    show(main, h("h1", {}, t("nav.agent")), h("div", { class: "columns-2" }, left, right));
  }

  // Begins with what the visitor wrote last, or with an example.
  async start() {
    await this.drawMine();
    const draft = remembered(DRAFT);
    if (!draft?.source) {
      await this.#fetchExample(EXAMPLES[0]);
      return;
    }
    this.source.value = draft.source;
    this.name.value = draft.name;
  }

  #form() {
    const examples = EXAMPLES.map((kind) => button(t(`agent.example.${kind}`), () => this.showExample(kind)));
    return h(
      "form",
      { class: "card stack", oninput: () => this.#keep(), onsubmit: (event) => this.#submit(event) },
      h("p", {}, t("agent.what")),
      h("div", { class: "buttons" }, examples),
      field("source", t("agent.source"), this.source),
      h(
        "div",
        { class: "pair" },
        field("agent-name", t("agent.name"), this.name),
        field("agent-file", t("agent.file"), this.file),
      ),
      submitButton(t("agent.try"), { disabled: !this.allowed, "data-runs": true }),
    );
  }

  /** @param {string} kind */
  async showExample(kind) {
    await this.#fetchExample(kind);
    this.#keep();
  }

  /** @param {string} kind */
  async #fetchExample(kind) {
    const answer = await fetch(`/static/examples/${kind}.txt`);
    this.source.value = await answer.text();
  }

  #keep() {
    remember(DRAFT, { name: this.name.value, source: this.source.value });
  }

  async #load() {
    const file = this.file.files?.[0];
    if (!file) return;
    this.source.value = await file.text();
    this.name.value = file.name.replace(/\.py$/, "").slice(0, this.maxName);
    this.#keep();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const wanted = { name: this.name.value, source: this.source.value };
    await this.#alone(async () => {
      show(this.result, h("p", { class: "card" }, t("agent.running", { name: wanted.name })));
      /** @type {UploadedAgent} */
      const found = await post("/api/agents", wanted);
      this.#draw(found);
      await this.drawMine();
    });
  }

  /**
   * Does something while nothing else can be started, so that what is shown belongs to what was asked.
   * @param {() => Promise<void>} work
   */
  async #alone(work) {
    const focused = document.activeElement;
    this.#enable(false);
    try {
      await work();
    } catch (error) {
      show(this.result, h("p", { class: "card problem", role: "alert" }, messageOf(error)));
    }
    this.#enable(true);
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  }

  /** @param {boolean} isEnabled */
  #enable(isEnabled) {
    for (const each of this.main.querySelectorAll("[data-runs]")) each.toggleAttribute("disabled", !isEnabled);
  }

  /** @param {UploadedAgent} found */
  #draw({ agent, name, fault, thinking }) {
    const words = fault
      ? t("agent.failed", { name, what: endingName(fault.termination) })
      : t("agent.works", { name, move: thinking?.move ?? "" });
    announce(words);
    const details = fault ? h("pre", { tabindex: "0" }, faultReason(fault)) : this.#actions({ agent, name });
    const panel = thinkingPanel();
    drawThinking(panel, thinking);
    show(this.result, h("section", { class: "card" }, h("h2", {}, words), details), thinking && panel);
  }

  /** @param {NamedAgent} known */
  #actions({ agent }) {
    return h(
      "div",
      { class: "buttons" },
      playLink(agent, t("agent.play"), { class: "button primary" }),
      button(t("agent.ladder"), () => this.ladder(agent), { "data-runs": true }),
    );
  }

  /**
   * A gauntlet: the agent against some levels.
   * @param {string} agent
   */
  ladder(agent) {
    return this.#alone(async () => {
      const wanted = { ...LADDER, agents: [agent, ...LADDER_LEVELS], seed: randomSeed() };
      const run = await post("/api/tournaments", wanted);
      location.href = address("/arena", { tournament: run.id });
    });
  }

  async drawMine() {
    const [known, note] = await Promise.all([myUploads(), keptNote()]);
    const rows = known.map((agent) => this.#row(agent));
    const list = rows.length ? h("ul", { class: "mine" }, rows) : h("p", { class: "note" }, t("agent.none"));
    show(this.mine, h("h2", {}, t("agent.mine")), list, note);
  }

  /** @param {KeptAgent} known */
  #row(known) {
    const redraw = () => this.drawMine();
    const { id, name } = known;
    const path = `/api/agents/${id}`;
    const controls = ownerControls({ path, name, shown: name, canDelete: true, onRenamed: redraw, onDeleted: redraw });
    const actions = [this.allowed && this.#actions(known), controls];
    return h("li", { class: "stack" }, h("strong", {}, name), actions);
  }
}

function safety() {
  const lines = ["isolated", "limits", "unprotected"].map((key) => h("li", {}, t(`agent.safety.${key}`)));
  return h("section", { class: "card" }, h("h2", {}, t("agent.safety")), h("ul", {}, lines));
}

function howToAllow() {
  return h(
    "section",
    { class: "card", id: "how-to-allow" },
    h("h2", {}, t("agent.off")),
    h("p", {}, t("agent.safety.unprotected")),
    h("p", {}, t("agent.off.how")),
    h("pre", { tabindex: "0" }, t("agent.off.command")),
  );
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new AgentPage(main, await information()).start();
}
