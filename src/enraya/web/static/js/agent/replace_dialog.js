// Asks before an unsaved text is replaced.

import { button } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class ReplaceDialog {
  constructor() {
    this.element = h("dialog", { class: "replace", "aria-labelledby": "replace-title" });
  }

  /**
   * Asks whether the text may be replaced; closing the dialog in any other way means no.
   * @returns {Promise<boolean>}
   */
  ask() {
    return new Promise((resolve) => {
      let mayReplace = false;
      const yes = button(t("agent.replace.yes"), () => {
        mayReplace = true;
        this.element.close();
      });
      const no = button(t("agent.replace.no"), () => this.element.close(), { class: "primary", autofocus: true });
      show(
        this.element,
        h("h2", { id: "replace-title" }, t("agent.replace.title")),
        h("p", {}, t("agent.replace.text")),
        h("div", { class: "buttons" }, no, yes),
      );
      this.element.addEventListener("close", () => resolve(mayReplace), { once: true });
      this.element.showModal();
    });
  }
}
