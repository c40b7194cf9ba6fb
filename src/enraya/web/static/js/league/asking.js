// A dialog that asks the operator for a reason, which the team concerned can read.

import { messageOf } from "../lib/api.js";
import { button, field, submitButton } from "../lib/controls.js";
import { announce, byId, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const MOST_REASON = 500;

/**
 * Asks for a reason and carries out the action; if that fails, shows the problem and stays open.
 * @param {string} title - the action
 * @param {(reason: string) => Promise<unknown>} act
 * @param {{ note?: string, reason?: string }} [more] - a note to show, and a suggested reason
 * @returns {Promise<boolean>} whether it was done
 */
export function askReason(title, act, { note, reason = "" } = {}) {
  return new Promise((resolve) => {
    let isDone = false;
    const onclose = () => {
      dialog.remove();
      resolve(isDone);
    };
    const dialog = h("dialog", { "aria-labelledby": "reason-title", onclose });
    const problem = h("p", { class: "problem", role: "alert" });
    const input = h("input", {
      id: "reason", required: true, maxlength: MOST_REASON, autocomplete: "off", value: reason,
    });
    /** @param {Event} event */
    const onsubmit = async (event) => {
      event.preventDefault();
      try {
        await act(input.value);
        isDone = true;
        announce(title);
        dialog.close();
      } catch (error) {
        problem.textContent = messageOf(error);
      }
    };
    const form = h(
      "form",
      { class: "stack", onsubmit },
      h("h2", { id: "reason-title" }, title),
      note ? h("p", {}, note) : null,
      field("reason", t("league.reason"), input),
      h("p", { class: "note" }, t("league.reason.note")),
      problem,
      h("div", { class: "buttons" }, submitButton(t("league.do")), button(t("own.cancel"), () => dialog.close())),
    );
    dialog.append(form);
    byId("main").append(dialog);
    dialog.showModal();
    input.focus();
  });
}
