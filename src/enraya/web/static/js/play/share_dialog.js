// The link to a game: copied if the browser allows it, and shown in any case.

import { copied } from "../lib/clipboard.js";
import { button, link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class ShareDialog {
  constructor() {
    this.element = h("dialog", { class: "share", "aria-labelledby": "share-title" });
  }

  /** @param {string} shared - the address */
  async open(shared) {
    const attributes = { type: "text", readonly: true, value: shared, "aria-label": t("play.link") };
    const field = h("input", { id: "share-link", ...attributes });
    const told = h("p", { role: "status" });
    const open = link(t("play.open_link"), shared);
    const close = button(t("play.close"), () => this.element.close(), { class: "primary" });
    const title = h("h2", { id: "share-title" }, t("play.share"));
    show(this.element, title, told, h("p", {}, field), h("div", { class: "buttons" }, close, open));
    this.element.showModal();
    field.select();
    told.textContent = t((await copied(shared)) ? "play.copied" : "play.copy_this");
  }
}
