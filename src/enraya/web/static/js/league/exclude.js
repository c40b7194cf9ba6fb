// The operator's way to take a game out, with its twin of swapped sides.

import { post } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { t } from "../lib/i18n.js";
import { askReason } from "./asking.js";

/** @param {number} number - of the game */
export function excludeButton(number) {
  return button(t("league.exclude"), () => askReason(
    t("league.exclude"),
    (reason) => post(`/api/league/operator/games/${number}/exclude`, { reason }),
    { note: t("league.exclude.note") },
  ));
}
