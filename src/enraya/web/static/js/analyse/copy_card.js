// Copies or saves a position: as moves, as a link, as a picture.

import { pngOf, svgOf } from "../board/picture.js";
import { address } from "../lib/api.js";
import { copied, copiedPicture, save } from "../lib/clipboard.js";
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const SVG_TYPE = "image/svg+xml";

/**
 * The page that shows the position.
 * @typedef {object} Shown
 * @property {PositionState | null} state
 * @property {{ board: { element: SVGSVGElement, landed: () => Promise<void> } }} board
 */

export class CopyCard {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    this.told = h("p", { class: "note told-line", role: "status" });
    this.field = h("input", { type: "text", readonly: true, hidden: true, "aria-label": t("play.copy_this") });
    const actions = [
      button(t("copy.moves"), () => this.#copy(this.#moves)),
      button(t("copy.link"), () => this.#copy(this.#link)),
      button(t("copy.picture"), () => this.#copyPicture()),
      button(t("copy.png"), () => this.#savePng()),
      button(t("copy.svg"), () => this.#saveSvg()),
    ];
    this.element = h(
      "section",
      { class: "card", "aria-label": t("copy.title") },
      h("h2", {}, t("copy.title")),
      h("div", { class: "buttons" }, actions),
      this.told,
      this.field,
    );
  }

  get #moves() {
    return this.shown.state?.moves ?? "";
  }

  get #link() {
    const { moves: pos, rules } = /** @type {PositionState} */ (this.shown.state);
    return new URL(address("/analyse", { pos, rules }), location.origin).href;
  }

  get #name() {
    return ["enraya", this.#moves].filter(Boolean).join("-");
  }

  get #board() {
    return this.shown.board.board.element;
  }

  /** @param {string} text */
  async #copy(text) {
    const isCopied = await copied(text);
    this.told.textContent = t(isCopied ? "copy.copied" : "play.copy_this");
    this.field.hidden = isCopied;
    if (isCopied) return;
    this.field.value = text;
    this.field.select();
  }

  async #svg() {
    await this.shown.board.board.landed();
    return svgOf(this.#board);
  }

  async #png() {
    return pngOf(await this.#svg(), this.#board);
  }

  async #copyPicture() {
    this.field.hidden = true;
    const isCopied = await copiedPicture(this.#png());
    this.told.textContent = t(isCopied ? "copy.copied" : "copy.refused");
  }

  async #savePng() {
    this.#save(await this.#png(), `${this.#name}.png`);
  }

  async #saveSvg() {
    this.#save(new Blob([await this.#svg()], { type: SVG_TYPE }), `${this.#name}.svg`);
  }

  /**
   * @param {Blob} content
   * @param {string} name
   */
  #save(content, name) {
    this.field.hidden = true;
    save(content, name);
    this.told.textContent = t("copy.saved", { name });
  }
}
