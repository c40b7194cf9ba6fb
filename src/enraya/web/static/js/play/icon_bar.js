// The bar below the board: an icon and a word for every action in a game.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

/** @typedef {"boom" | "undo" | "redo" | "hint" | "scores" | "new" | "share"} Action */

/** @typedef {{ disabled?: boolean, pressed?: boolean, hidden?: boolean }} Look */

/** @type {Action[]} */
const ACTIONS = ["boom", "undo", "redo", "hint", "scores", "new", "share"];

export class IconBar {
  /** @param {Record<Action, () => unknown>} actions */
  constructor(actions) {
    /** @type {Map<Action, HTMLButtonElement>} - kept, so that the focus stays */
    this.buttons = new Map(ACTIONS.map((name) => [name, iconButton(name, actions[name])]));
    const label = { role: "group", "aria-label": t("play.bar") };
    this.element = h("div", { class: "icon-bar", ...label }, [...this.buttons.values()]);
  }

  /** @param {Partial<Record<Action, Look>>} looks */
  draw(looks) {
    for (const [name, button] of this.buttons) {
      const { disabled = false, hidden = false, pressed } = looks[name] ?? {};
      button.disabled = disabled;
      button.hidden = hidden;
      if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
    }
  }
}

/**
 * @param {Action} name
 * @param {() => unknown} onclick
 */
function iconButton(name, onclick) {
  const word = h("span", {}, t(`play.${name}`));
  return h("button", { type: "button", class: `icon-button ${name}`, onclick }, icon(name), word);
}
