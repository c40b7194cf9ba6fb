// The operator's page: a click exchanges the secret in the link for the operator's rights.

import { get, messageOf, post, remove } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const API = "/api/operator";

/** @param {HTMLElement} main */
export async function render(main) {
  const card = h("section", { class: "card stack" });
  show(main, h("h1", {}, t("nav.operator")), card);
  const { is_operator: isOperator } = await get(API);
  addEventListener("hashchange", () => location.hash && location.reload());
  draw(card, isOperator);
}

/**
 * @param {HTMLElement} card
 * @param {boolean} isOperator
 */
function draw(card, isOperator) {
  const secret = location.hash.slice(1);
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {() => Promise<any>} ask */
  const change = async (ask) => {
    try {
      const { is_operator: isNow } = await ask();
      history.replaceState(null, "", location.pathname);
      announce(t(isNow ? "operator.done" : "operator.left"));
      draw(card, isNow);
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const leave = button(t("operator.leave"), () => change(() => remove(API)));
  const accept = button(t("operator.accept"), () => change(() => post(API, { secret })), { class: "primary" });
  if (isOperator) show(card, h("p", {}, t("operator.done")), leave, problem);
  else if (secret) show(card, h("p", {}, t("operator.what")), accept, problem);
  else show(card, h("p", {}, t("operator.left")), h("p", {}, t("operator.how")));
}
