// The team's own link: makes a new one for another device or a colleague, and signs out this device.

import { messageOf, post, remove } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { linkWithCode, wholeLink } from "../league/link_card.js";

export class TeamLink {
  constructor() {
    this.box = h("div", { class: "stack" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.element = h("section", { class: "card stack" }, h("h2", {}, t("league.devices")), this.box, this.problem);
    this.#offer();
  }

  #offer() {
    const renew = button(t("league.devices.renew"), () => this.#ask());
    const leave = button(t("league.devices.leave"), () => this.#leave());
    show(this.box, h("p", {}, t("league.devices.text")), h("div", { class: "buttons" }, renew, leave));
  }

  #ask() {
    const yes = button(t("league.devices.renew"), () => this.#renew());
    const no = button(t("own.cancel"), () => this.#offer(), { class: "primary" });
    show(this.box, h("p", {}, t("league.devices.sure")), h("div", { class: "buttons" }, no, yes));
    no.focus();
  }

  async #renew() {
    try {
      /** @type {League.MadeLink} */
      const { path } = await post("/api/league/team/link");
      show(this.box, h("p", {}, t("league.join.keep")),
        linkWithCode("own-link", t("league.join.own"), wholeLink(path)),
        h("p", { class: "note" }, t("league.devices.ended")));
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  async #leave() {
    try {
      await remove("/api/league/session");
      location.assign("/");
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }
}
