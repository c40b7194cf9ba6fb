// "Your agent": write, paste or load a Python file, see whether it runs, then play against it or test it.

/** @import { NamedAgent } from "../play/named_agents.js" */

import { cheatSheet } from "../agent/cheat_sheet.js";
import { Editor } from "../agent/editor.js";
import { ReplaceDialog } from "../agent/replace_dialog.js";
import { TestDialog } from "../agent/test_dialog.js";
import { get, messageOf, post } from "../lib/api.js";
import { button, field, link, playAddress, submitButton } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { dateText, endingName, faultWithout, t } from "../lib/i18n.js";
import { information, inputBounds } from "../lib/information.js";
import { keptNote, ownerControls } from "../lib/own.js";
import { remember, remembered } from "../lib/storage.js";
import { myUploads, namedAgents } from "../play/named_agents.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";

const DRAFT = "draft";
const EXAMPLES = ["heuristic", "choose", "kaggle"];

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
    this.editor = new Editor("source", bounds.source.max_length, () => this.#edited());
    this.isKept = true;
    this.name = h("input", { id: "agent-name", required, ...inputBounds(bounds.name) });
    this.author = h("input", { id: "agent-author", autocomplete: "name", ...inputBounds(bounds.author) });
    this.name.value = t("agent.default_name");
    this.file = h("input", { type: "file", id: "agent-file", accept: ".py", onchange: () => this.#load() });
    this.result = h("section", { class: "stack", "aria-live": "polite" });
    this.replaceDialog = new ReplaceDialog();
    this.testDialog = new TestDialog(known);
    this.mine = h("section", { class: "card" });
    const left = h("div", { class: "stack" }, !this.allowed && howToAllow(), this.#form(), this.result, this.mine);
    const right = h("div", { class: "stack" }, cheatSheet(), this.allowed && safety());
    const dialogs = [this.replaceDialog.element, this.testDialog.element];
    show(main, h("h1", {}, t("nav.agent")), h("div", { class: "columns-2 wide-left" }, left, right), dialogs);
  }

  // Starts with what the visitor wrote last, or with an example.
  async start() {
    await this.drawMine();
    const draft = remembered(DRAFT);
    if (!draft?.source) {
      this.editor.value = await exampleSource(EXAMPLES[0]);
      return;
    }
    this.editor.value = draft.source;
    this.name.value = draft.name;
    this.author.value = draft.author ?? "";
    this.isKept = draft.isKept ?? false;
  }

  #form() {
    const examples = EXAMPLES.map((kind) => button(t(`agent.example.${kind}`), () => this.showExample(kind)));
    return h(
      "form",
      { class: "card stack agent-form", oninput: () => this.#keep(), onsubmit: (event) => this.#submit(event) },
      h("p", {}, t("agent.what")),
      h("div", { class: "buttons" }, examples),
      field("source", t("agent.source"), this.editor.element),
      h(
        "div",
        { class: "pair" },
        field("agent-name", t("agent.name"), this.name),
        field("agent-author", t("agent.author"), this.author),
        field("agent-file", t("agent.file"), this.file),
      ),
      submitButton(t("agent.try"), { disabled: !this.allowed, "data-runs": true }),
    );
  }

  /** @param {string} kind */
  async showExample(kind) {
    await this.#replace(await exampleSource(kind));
  }

  #edited() {
    this.isKept = false;
  }

  #keep() {
    const [name, author, source] = [this.name.value, this.author.value, this.editor.value];
    remember(DRAFT, { name, author, source, isKept: this.isKept });
  }

  async #load() {
    const file = this.file.files?.[0];
    if (!file) return;
    if (!(await this.#replace(await file.text()))) {
      this.file.value = "";
      return;
    }
    this.name.value = file.name.replace(/\.py$/, "").slice(0, this.maxName);
    this.#keep();
  }

  /**
   * Shows another text; asks first if the current one would be lost.
   * @param {string} source
   * @returns {Promise<boolean>} whether it did
   */
  async #replace(source) {
    const isLost = !this.isKept && this.editor.value.trim() !== "" && this.editor.value !== source;
    if (isLost && !(await this.replaceDialog.ask())) return false;
    this.editor.replace(source);
    this.isKept = true;
    this.#keep();
    return true;
  }

  /** @param {KeptAgent} known */
  async edit({ id, name, author }) {
    /** @type {AgentSource} */
    const { source } = await get(`/api/agents/${id}/source`);
    if (!(await this.#replace(source))) return;
    this.name.value = name;
    this.author.value = author;
    this.#keep();
    this.editor.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const wanted = { name: this.name.value, author: this.author.value, source: this.editor.value };
    await this.#alone(async () => {
      this.editor.markLine(null);
      show(this.result, h("p", { class: "card" }, t("agent.running", { name: wanted.name })));
      /** @type {UploadedAgent} */
      const found = await post("/api/agents", wanted);
      if (this.editor.value === wanted.source) this.isKept = true;
      this.#keep();
      this.#draw(found);
      await this.drawMine();
    });
  }

  /**
   * Runs an action while all others are disabled, so that the result shown belongs to the last request.
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
  #draw({ agent, name, fault, thinking, printed }) {
    const words = fault
      ? t("agent.failed", { name, what: endingName(fault.termination) })
      : t("agent.works", { name, move: thinking?.move ?? "" });
    announce(words);
    const details = fault ? this.#fault(fault) : [this.#actions({ agent, name })];
    const panel = thinkingPanel();
    drawThinking(panel, thinking);
    const output = printed && h("section", { class: "card" }, h("h2", {}, t("agent.printed")),
      h("pre", { class: "printed", tabindex: "0" }, printed));
    show(this.result, h("section", { class: "card" }, h("h2", {}, words), details), output || null, thinking && panel);
  }

  /** @param {FaultReport} fault */
  #fault(fault) {
    const { line } = fault;
    if (line !== null) this.editor.markLine(line);
    return [
      h("pre", { tabindex: "0" }, faultWithout("fault.printed", fault)),
      line !== null && button(t("agent.go_to_line", { line }), () => this.editor.goTo(line)),
    ];
  }

  /** @param {NamedAgent} known */
  #actions({ agent, name }) {
    return h(
      "div",
      { class: "buttons" },
      link(t("agent.play"), playAddress(agent), { class: "button primary" }),
      button(t("agent.ladder"), () => this.test({ agent, name }), { "data-runs": true }),
    );
  }

  /** @param {NamedAgent} known */
  async test(known) {
    this.testDialog.open(known, await namedAgents());
  }

  // The versions of an agent share its name; the latest comes first.
  async drawMine() {
    const [known, note] = await Promise.all([myUploads(), keptNote()]);
    const names = [...new Set(known.map(({ name }) => name))];
    const rows = names.map((name) => this.#row(known.filter((agent) => agent.name === name)));
    const list = rows.length ? h("ul", { class: "mine" }, rows) : h("p", { class: "note" }, t("agent.none"));
    show(this.mine, h("h2", {}, t("agent.mine")), list, note);
  }

  /** @param {KeptAgent[]} versions - the latest first */
  #row([latest, ...earlier]) {
    const older = earlier.map((version) => h("li", { class: "stack" }, this.#version(version)));
    const list = h("details", {}, h("summary", {}, t("agent.earlier")), h("ul", { class: "mine" }, older));
    const author = latest.author ? [" ", h("span", { class: "note" }, t("agent.by", { author: latest.author }))] : [];
    const title = h("p", { class: "agent-title" }, h("strong", {}, latest.name), author);
    return h("li", { class: "stack" }, title, this.#version(latest), older.length > 0 && list);
  }

  /** @param {KeptAgent} known */
  #version(known) {
    const redraw = () => this.drawMine();
    const { id, name, version, language, added } = known;
    const path = `/api/agents/${id}`;
    const shown = version > 1 ? t("player.version", { name, version }) : name;
    const controls = ownerControls({ path, name, shown, canDelete: true, onRenamed: redraw, onDeleted: redraw });
    const label = { "aria-label": t("agent.edit_of", { name, version }) };
    const edit = button(t("agent.edit"), () => this.edit(known), label);
    const words = h("p", { class: "note" }, t("agent.version", { version, language, date: dateText(added) }));
    return [words, this.allowed && this.#actions(known), h("div", { class: "buttons" }, edit, controls)];
  }
}

/** @param {string} kind */
async function exampleSource(kind) {
  const answer = await fetch(`/static/examples/${kind}.txt`);
  return answer.text();
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
