// The form with which a friend takes the free seat; just opening the link does not take it.

import { field, submitButton } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { ownName } from "./memory.js";

/**
 * @param {Information} known
 * @param {LinkState} game
 * @param {(name: string) => unknown} onTake
 */
export function joinForm(known, game, onTake) {
  const bounds = inputBounds(known.requests.link.name);
  const name = h("input", { id: "own-name", value: ownName(), autocomplete: "nickname", ...bounds });
  const host = game.seats[0].name;
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    onTake(name.value.trim());
  };
  return h(
    "form",
    { class: "card stack", onsubmit },
    h("h2", {}, host ? t("friend.invited_by", { name: host }) : t("friend.invited")),
    field("own-name", t("friend.name"), name),
    submitButton(t("friend.take")),
  );
}
