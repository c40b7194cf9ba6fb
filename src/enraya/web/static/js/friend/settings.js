// The settings of a game by link, which its maker can change until the friend has joined.

import { messageOf, post } from "../lib/api.js";
import { field, numberFields, select, submitButton } from "../lib/controls.js";
import { announce, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inputBounds } from "../lib/information.js";
import { RulesChoice } from "../lib/rules_choice.js";
import { keepName } from "./memory.js";

const MINUTES = 5;

/**
 * @param {Information} known
 * @param {LinkState} game
 * @param {(game: LinkState) => void} onChange
 * @param {Record<string, string>} headers
 */
export function settingsCard(known, game, onChange, headers) {
  const bounds = known.requests.link;
  const rules = new RulesChoice(known, game.position.rules);
  const begins = select("begins", bounds.begins.choices ?? [], (who) => t(`friend.begins.${who}`));
  begins.value = game.seats[0].player === 1 ? "me" : "friend";
  const name = h("input", { id: "own-name", value: game.seats[0].name, ...inputBounds(bounds.name) });
  const { inputs, fields, values } = numberFields("friend", bounds, {
    minutes: { value: game.clock?.minutes ?? MINUTES, disabled: !game.clock },
    increment: { value: game.clock?.increment ?? 0, disabled: !game.clock },
  });
  const times = h("div", { class: "pair", hidden: !game.clock }, fields.minutes, fields.increment);
  const onclick = () => {
    times.hidden = !timed.checked;
    for (const input of Object.values(inputs)) input.disabled = !timed.checked;
  };
  const timed = h("input", { id: "timed", type: "checkbox", checked: Boolean(game.clock), onclick });
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const wanted = { rules: rules.value, begins: begins.value, name: name.value.trim(), ...values() };
    try {
      onChange(await post(`/api/links/${game.id}/settings`, wanted, undefined, headers));
      keepName(wanted.name);
      problem.textContent = "";
      announce(t("friend.changed"));
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  }

  return h(
    "form",
    { class: "card", "aria-label": t("friend.settings"), onsubmit: submit },
    h("h2", {}, t("friend.settings")),
    h("div", { class: "pair" }, field("own-name", t("friend.name"), name), field("begins", t("friend.begins"), begins)),
    h("div", { class: "pair" }, field("rules", t("game.rules"), rules.name), rules.size),
    rules.note,
    h("p", { class: "switch" }, timed, h("label", { for: "timed" }, t("friend.clock"))),
    times,
    problem,
    submitButton(t("friend.change")),
  );
}
