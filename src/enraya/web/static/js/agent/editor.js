// A small editor: a text area with line numbers, the Tab key, automatic indentation, and a marked line.

import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const INDENT = "    ";
const FIRST_INDENT = /^ {1,4}/gm;

export class Editor {
  /**
   * @param {string} id
   * @param {number | null} maxlength
   * @param {() => unknown} onEdited
   */
  constructor(id, maxlength, onEdited) {
    const keys = `${id}-keys`;
    const told = { "aria-describedby": `${keys} ${id}-mark`, autocapitalize: "off", autocomplete: "off" };
    this.onEdited = onEdited;
    this.isLeaving = false;
    this.wrong = 0;
    this.input = h("textarea", {
      id, required: true, maxlength, spellcheck: "false", wrap: "off", ...told,
      oninput: () => this.#edited(),
      onscroll: () => this.#follow(),
      onkeydown: (event) => this.#key(event),
    });
    this.numbers = h("div", { class: "line-numbers", "aria-hidden": "true" });
    this.stripe = h("div", { class: "wrong-line", hidden: true });
    this.mark = h("p", { class: "unseen", id: `${id}-mark` });
    this.element = h(
      "div",
      { class: "editor-box" },
      h("div", { class: "editor" }, h("div", { class: "gutter" }, this.numbers), this.stripe, this.input),
      this.mark,
      h("p", { class: "note", id: keys }, t("agent.keys")),
    );
    this.#count();
  }

  get value() {
    return this.input.value;
  }

  /** @param {string} text - replaces everything; undo cannot restore the old text */
  set value(text) {
    this.input.value = text;
    this.markLine(null);
    this.#count();
  }

  /**
   * Replaces everything; undo restores the old text.
   * @param {string} text
   */
  replace(text) {
    this.input.focus();
    this.input.select();
    this.#insert(text);
    this.input.setSelectionRange(0, 0);
    this.input.scrollTop = 0;
  }

  /**
   * Marks a line as wrong; null for none.
   * @param {number | null} line
   */
  markLine(line) {
    this.wrong = line ?? 0;
    this.stripe.hidden = line === null;
    this.mark.textContent = line === null ? "" : t("agent.at_line", { line });
    if (line === null) this.input.removeAttribute("aria-invalid");
    else this.input.setAttribute("aria-invalid", "true");
    this.#count();
    this.#follow();
  }

  /**
   * Goes to a line and selects it.
   * @param {number} line
   */
  goTo(line) {
    const before = this.value.split("\n").slice(0, line - 1).join("\n").length;
    const start = line > 1 ? before + 1 : 0;
    const end = this.value.indexOf("\n", start);
    this.input.focus();
    this.input.setSelectionRange(start, end < 0 ? this.value.length : end);
    this.input.scrollTop = Math.max(0, (line - 3) * this.#lineHeight);
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.input).lineHeight);
  }

  #edited() {
    if (this.wrong) this.markLine(null);
    this.#count();
    this.onEdited();
  }

  #count() {
    const lines = this.value.split("\n").length;
    if (this.numbers.childElementCount !== lines) {
      show(this.numbers, Array.from({ length: lines }, (_, index) => h("span", {}, String(index + 1))));
    }
    [...this.numbers.children].forEach((number, index) => number.classList.toggle("wrong", index + 1 === this.wrong));
  }

  // Keeps the line numbers and the marked line beside the text when it scrolls.
  #follow() {
    const { scrollTop } = this.input;
    this.numbers.style.transform = `translateY(${-scrollTop}px)`;
    this.stripe.style.transform = `translateY(${(this.wrong - 1) * this.#lineHeight - scrollTop}px)`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === "Tab" && isPlain && !this.isLeaving) {
      event.preventDefault();
      if (event.shiftKey) this.#outdent();
      else this.#indent();
    } else if (event.key === "Enter" && isPlain && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#newLine();
    }
    if (event.key !== "Shift") this.isLeaving = event.key === "Escape";
  }

  #indent() {
    const { selectionStart: start, selectionEnd: end, value } = this.input;
    if (value.slice(start, end).includes("\n")) {
      this.#changeLines((lines) => lines.replace(/^(?=.)/gm, INDENT));
    } else {
      const column = start - (value.lastIndexOf("\n", start - 1) + 1);
      this.#insert(INDENT.slice(column % INDENT.length));
    }
  }

  #outdent() {
    this.#changeLines((lines) => lines.replace(FIRST_INDENT, "").replace(/^\t/gm, ""));
  }

  // A new line is indented like the last one, and further after a colon.
  #newLine() {
    const { selectionStart: start, value } = this.input;
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
    this.#insert(`\n${indent}${/:\s*$/.test(line) ? INDENT : ""}`);
  }

  /**
   * Changes all lines that the selection touches.
   * @param {(lines: string) => string} change
   */
  #changeLines(change) {
    const { selectionStart, selectionEnd, value } = this.input;
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const next = value.indexOf("\n", Math.max(selectionEnd - 1, selectionStart));
    const end = next < 0 ? value.length : next;
    const before = value.slice(start, end);
    const after = change(before);
    if (after === before) return;
    this.input.setSelectionRange(start, end);
    this.#insert(after);
    const isOneLine = !before.includes("\n");
    const place = Math.max(start, selectionStart + after.length - before.length);
    this.input.setSelectionRange(isOneLine ? place : start, isOneLine ? place : start + after.length);
  }

  /**
   * Replaces the selection as if typed, so that the browser can undo it.
   * @param {string} text
   */
  #insert(text) {
    const { selectionStart: start, selectionEnd: end } = this.input;
    const command = text ? "insertText" : "delete";
    if (start === end && !text) return;
    this.input.setSelectionRange(0, 0); // so that undo reverts only this, not what was typed before
    this.input.setSelectionRange(start, end);
    if (!document.execCommand(command, false, text)) {
      this.input.setRangeText(text, start, end, "end");
      this.#edited();
    }
    this.input.dispatchEvent(new Event("scroll"));
  }
}
