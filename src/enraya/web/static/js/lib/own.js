// What owners can do with their things: rename them, or delete them after a confirmation in place.

import { messageOf, patch, remove } from "./api.js";
import { button, submitButton } from "./controls.js";
import { announce, h, show } from "./dom.js";
import { t } from "./i18n.js";
import { information, inputBounds } from "./information.js";

/**
 * Something that belongs to this browser.
 * @typedef {object} Thing
 * @property {string} path - its path on the server
 * @property {string} name - the name that its owner gave it; may be empty
 * @property {string} shown - its name on the page
 * @property {boolean} canDelete - false while something runs
 * @property {(renamed: any) => unknown} onRenamed - gets the server's response
 * @property {() => unknown} onDeleted
 */

/**
 * The buttons to rename and delete a thing.
 * @param {Thing} thing
 */
export function ownerControls(thing) {
  const element = h("div", { class: "own" });
  offer(element, thing);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Thing} thing
 */
function offer(element, thing) {
  const buttons = [
    button(t("own.rename"), () => askName(element, thing)),
    thing.canDelete && button(t("own.delete"), () => askWhether(element, thing)),
  ];
  show(element, h("div", { class: "buttons" }, buttons));
}

/**
 * Shows the two buttons again, with the focus on the first.
 * @param {HTMLElement} element
 * @param {Thing} thing
 */
function offerAgain(element, thing) {
  offer(element, thing);
  element.querySelector("button")?.focus();
}

/**
 * @param {HTMLElement} element
 * @param {Thing} thing
 */
async function askName(element, thing) {
  const bounds = (await information()).requests.name.name;
  const input = h("input", { ...inputBounds(bounds), value: thing.name, "aria-label": t("own.name") });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    try {
      thing.onRenamed(await patch(thing.path, { name: input.value }));
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const cancel = button(t("own.cancel"), () => offerAgain(element, thing));
  const buttons = h("div", { class: "buttons" }, submitButton(t("own.save")), cancel);
  show(element, h("form", { class: "stack", onsubmit }, input, buttons, problem));
  input.focus();
}

/**
 * @param {HTMLElement} element
 * @param {Thing} thing
 */
function askWhether(element, thing) {
  const problem = h("p", { class: "problem", role: "alert" });
  const yes = button(t("own.delete"), async () => {
    try {
      await remove(thing.path);
      announce(t("own.deleted", { name: thing.shown }));
      thing.onDeleted();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  });
  const no = button(t("own.cancel"), () => offerAgain(element, thing), { class: "primary" });
  const question = h("p", {}, t("own.sure", { name: thing.shown }));
  show(element, h("div", { role: "group", "aria-label": t("own.sure", { name: thing.shown }) }, question,
    h("div", { class: "buttons" }, no, yes), problem));
  no.focus();
}

/** How long things are kept, in words. */
export async function keptNote() {
  const days = (await information()).kept_days;
  return h("p", { class: "note" }, t("own.kept", { days }));
}
