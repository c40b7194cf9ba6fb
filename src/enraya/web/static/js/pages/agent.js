// Your agent: paste or load a Python file, see whether it runs, then play it or enter it.

import { address, get, post } from "../lib/api.js";
import { button, field, playLink, randomSeed, submitButton } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { remember, remembered } from "../lib/storage.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";
import { myUploads, rememberUpload } from "../play/named_agents.js";

const DRAFT = "draft";
const EXAMPLES = ["heuristic", "choose", "kaggle"];
const LADDER = ["level(1)", "level(3)", "level(5)", "level(7)"];

class AgentPage {
  constructor(main, allowed) {
    this.main = main;
    this.allowed = allowed;
    this.source = h("textarea", { id: "source", spellcheck: "false", required: true, maxlength: 100000 });
    this.name = h("input", { type: "text", id: "agent-name", maxlength: 40, required: true, value: t("agent.default_name") });
    this.file = h("input", { type: "file", id: "agent-file", accept: ".py", onchange: () => this.#load() });
    this.result = h("section", { class: "stack", "aria-live": "polite" });
    this.mine = h("section", { class: "card" });
    const left = h("div", { class: "stack" }, !allowed && howToAllow(), this.#form(), this.mine);
    show(main, h("h1", {}, t("nav.agent")), h("div", { class: "columns-2" }, left, h("div", { class: "stack" }, this.result, allowed && safety())));
    this.drawMine();
  }

  // Begins with what the visitor wrote last, or with an example.
  async start() {
    const draft = remembered(DRAFT);
    if (!draft?.source) return this.#fetchExample(EXAMPLES[0]);
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
      h("div", { class: "pair" }, field("agent-name", t("agent.name"), this.name), field("agent-file", t("agent.file"), this.file)),
      submitButton(t("agent.try"), { disabled: !this.allowed, "data-runs": true }),
    );
  }

  async showExample(kind) {
    await this.#fetchExample(kind);
    this.#keep();
  }

  async #fetchExample(kind) {
    const answer = await fetch(`/static/examples/${kind}.txt`);
    this.source.value = await answer.text();
  }

  #keep() {
    remember(DRAFT, { name: this.name.value, source: this.source.value });
  }

  async #load() {
    const [file] = this.file.files;
    if (!file) return;
    this.source.value = await file.text();
    this.name.value = file.name.replace(/\.py$/, "").slice(0, 40);
    this.#keep();
  }

  async #submit(event) {
    event.preventDefault();
    const wanted = { name: this.name.value, source: this.source.value };
    await this.#alone(async () => {
      show(this.result, h("p", { class: "card" }, t("agent.running", { name: wanted.name })));
      const found = await post("/api/agents", wanted);
      if (!found.fault) rememberUpload({ agent: found.agent, name: found.name });
      this.#draw(found);
      this.drawMine();
    });
  }

  // Does something while nothing else can be begun, so that what is shown belongs to what was asked.
  async #alone(work) {
    const focused = document.activeElement;
    const enable = (isEnabled) => this.main.querySelectorAll("[data-runs]").forEach((each) => (each.disabled = !isEnabled));
    enable(false);
    try {
      await work();
    } catch (error) {
      show(this.result, h("p", { class: "card problem", role: "alert" }, error.message));
    }
    enable(true);
    if (document.activeElement === document.body) focused.focus();
  }

  #draw(found) {
    if (found.fault) {
      const words = t("agent.failed", { name: found.name, what: found.fault.termination });
      announce(words);
      show(this.result, h("section", { class: "card" }, h("h2", {}, words), h("pre", { tabindex: "0" }, found.fault.reason)));
      return;
    }
    const panel = thinkingPanel();
    drawThinking(panel, found.thinking);
    const words = t("agent.works", { name: found.name, move: found.thinking.move });
    announce(words);
    show(this.result, h("section", { class: "card" }, h("h2", {}, words), this.#actions(found)), panel);
  }

  #actions(found) {
    return h(
      "div",
      { class: "buttons" },
      playLink(found.agent, t("agent.play"), { class: "button primary" }),
      button(t("agent.ladder"), () => this.ladder(found), { "data-runs": true }),
    );
  }

  // A gauntlet: the agent against some levels.
  ladder(found) {
    return this.#alone(async () => {
      const run = await post("/api/tournaments", { agents: [found.agent, ...LADDER], kind: "gauntlet", games: 10, seconds: 0.2, seed: randomSeed() });
      location.href = address("/arena", { tournament: run.id });
    });
  }

  drawMine() {
    const rows = myUploads().map((known) => h("li", { class: "stack" }, h("strong", {}, known.name), this.allowed && this.#actions(known)));
    show(this.mine, h("h2", {}, t("agent.mine")), rows.length ? h("ul", { class: "mistakes" }, rows) : h("p", { class: "note" }, t("agent.none")));
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

export async function render(main) {
  const information = await get("/api/information");
  await new AgentPage(main, information.uploads).start();
}
