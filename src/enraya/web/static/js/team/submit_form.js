// Submits a version: a file dropped or chosen, or a text pasted or written here, which is kept until it is sent.

import { Editor } from "../agent/editor.js";
import { ReplaceDialog } from "../agent/replace_dialog.js";
import { address, messageOf, post } from "../lib/api.js";
import { field, select, submitButton } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { remember, remembered } from "../lib/storage.js";
import { SKELETONS, skeletonSource } from "../league/skeletons.js";

/** The prefix of the keys of drafts: each team has its own, even if several share a computer. */
const DRAFT = "league-draft-";
const ARCHIVE = ".zip";
const WORD_BYTES = 12;

export class SubmitForm {
  /**
   * @param {League.LeagueState} known
   * @param {() => unknown} onSent
   */
  constructor(known, onSent) {
    this.known = known;
    this.draft = `${DRAFT}${known.me.team}`;
    this.isSending = false;
    this.onSent = onSent;
    this.isKept = true;
    /** @type {File | null} - an archive, which is sent unchanged */
    this.archive = null;
    this.editor = new Editor("source", known.max_bytes, () => this.#edited());
    this.replaceDialog = new ReplaceDialog();
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    this.name = h("input", { id: "file-name", required: true, maxlength: 100, ...plain });
    const accept = [...known.languages.flatMap((language) => SKELETONS[language].suffixes), ARCHIVE].join();
    /** @param {{ target: HTMLInputElement }} event */
    const onchange = ({ target }) => this.#take(target.files?.[0]);
    this.file = h("input", { type: "file", id: "file", accept, onchange });
    this.language = select("language-choice", known.languages, (name) => t(`league.language.${name}`),
      { onchange: () => this.#begin(this.language.value) });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.told = h("p", { class: "told-line", role: "status" });
    this.send = submitButton(t("league.submit.do"));
    this.element = this.#form();
  }

  #form() {
    const { is_over: isOver, quota, max_bytes: bytes } = this.known;
    return h(
      "form",
      {
        class: "card stack submit-form",
        onsubmit: (event) => this.#submit(event),
        oninput: () => this.#keep(),
        ondragover: (event) => this.#over(event, true),
        ondragleave: (event) => this.#over(event, false),
        ondrop: (event) => this.#drop(event),
      },
      h("h2", {}, t("league.submit")),
      h("p", { class: "note" }, t("league.submit.text", { quota, bytes: number(bytes) })),
      isOver ? h("p", { class: "problem" }, t("league.submit.late")) : null,
      h("div", { class: "pair" }, field("file", t("league.submit.file"), this.file),
        field("language-choice", t("league.submit.begin"), this.language)),
      field("file-name", t("league.submit.name"), this.name),
      field("source", t("league.submit.source"), this.editor.element),
      h("div", { class: "buttons" }, this.send),
      this.told,
      this.problem,
      this.replaceDialog.element,
    );
  }

  /** Starts with what was written last, or with a complete agent. */
  async start() {
    const draft = remembered(this.draft);
    if (draft?.source) {
      [this.editor.value, this.name.value, this.isKept] = [draft.source, draft.name, draft.isKept];
    } else {
      this.editor.value = await skeletonSource(this.language.value);
      this.name.value = SKELETONS[this.language.value].file;
    }
    this.#showLanguage();
  }

  /** Sets the choice of examples to the current language, so that any other can be chosen. */
  #showLanguage() {
    const name = this.name.value.toLowerCase();
    const found = this.known.languages.find((one) => SKELETONS[one].suffixes.some((end) => name.endsWith(end)));
    if (found) this.language.value = found;
  }

  /**
   * Shows a text to edit; asks first if the current one would be lost.
   * @param {string} name - of its file
   * @param {string} source
   */
  async edit(name, source) {
    const isLost = !this.isKept && this.editor.value.trim() !== "" && this.editor.value !== source;
    if (isLost && !(await this.replaceDialog.ask())) {
      this.#showLanguage();
      return false;
    }
    this.#forgetArchive();
    this.editor.replace(source);
    this.name.value = name;
    this.#showLanguage();
    this.isKept = true;
    this.#keep();
    return true;
  }

  /**
   * Marks the line that a fault names, if the editor shows the file with that fault.
   * @param {string} reason - in English, whatever the reader's language
   * @param {string} name
   */
  mark(reason, name) {
    const [, line] = /(?:\bline |[\w-]+\.\w+:)(\d+)/.exec(reason) ?? [];
    if (line && this.isKept && this.name.value === name) this.editor.markLine(Number(line));
  }

  #edited() {
    this.isKept = false;
    this.#forgetArchive();
  }

  #keep() {
    remember(this.draft, { name: this.name.value, source: this.editor.value, isKept: this.isKept });
  }

  #forgetArchive() {
    if (!this.archive) return;
    this.archive = null;
    this.file.value = "";
    show(this.told);
  }

  /** @param {string} language */
  async #begin(language) {
    await this.edit(SKELETONS[language].file, await skeletonSource(language));
  }

  /**
   * @param {DragEvent} event
   * @param {boolean} isOver
   */
  #over(event, isOver) {
    event.preventDefault();
    this.element.classList.toggle("dropping", isOver);
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    this.#over(event, false);
    await this.#take(event.dataTransfer?.files[0]);
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file) return;
    if (!file.name.toLowerCase().endsWith(ARCHIVE)) {
      await this.edit(file.name, await file.text());
      return;
    }
    this.archive = file;
    this.name.value = file.name;
    show(this.told, t("league.submit.archive", { name: file.name }));
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.isSending) return;
    const source = this.editor.value;
    const content = this.archive ?? new Blob([source], { type: "text/plain" });
    this.#setSending(true);
    show(this.problem);
    this.editor.markLine(null);
    try {
      const path = address("/api/league/versions", { file: this.name.value, word: randomWord() });
      /** @type {League.VersionView} */
      const version = await post(path, content);
      const said = t("league.submit.done", { number: version.number });
      show(this.told, said);
      announce(said);
      if (this.editor.value === source) this.isKept = true;
      this.#forgetArchive();
      this.#keep();
      await this.onSent();
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
    this.#setSending(false);
  }

  /** @param {boolean} isSending - the button stays enabled, because a disabled one loses the focus */
  #setSending(isSending) {
    this.isSending = isSending;
    this.send.setAttribute("aria-disabled", String(isSending));
  }
}

/** A random key by which the server recognises a submission that is sent twice. */
function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(WORD_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
