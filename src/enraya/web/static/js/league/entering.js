// A click exchanges the secret of a link for a session; just opening the link does nothing.

import { messageOf, post } from "../lib/api.js";
import { button, field, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { givenSecret, hideSecret, secretOf } from "./link_card.js";

/**
 * Offers to sign this browser in as a team or as the operator.
 * @param {HTMLElement} main
 * @param {"team" | "operator"} kind
 */
export function drawEntering(main, kind) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {string} secret */
  const enter = async (secret) => {
    try {
      await post("/api/league/session", { secret });
      hideSecret();
      location.reload();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const secret = givenSecret();
  const card = h("section", { class: "card stack narrow" });
  show(main, h("h1", {}, t(`league.nav.${kind}`)), card);
  if (secret) {
    const accept = button(t("league.enter"), () => enter(secret), { class: "primary" });
    show(card, h("p", {}, t(`league.enter.${kind}`)), accept, problem);
    return;
  }
  const link = h("input", { id: "link", required: true, autocomplete: "off", inputmode: "url" });
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    enter(secretOf(link.value));
  };
  const pasted = field("link", t("league.enter.paste"), link);
  show(card, h("p", {}, t(`league.enter.none.${kind}`)),
    h("form", { class: "stack", onsubmit }, pasted, submitButton(t("league.enter")), problem));
}
