// A list of what an agent can ask a position, in the reader's language.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @type {[code: string, key: string][]} */
const NAMES = [
  ["position.legal_moves", "legal_moves"],
  ["position.play(4)", "play"],
  ["position.undo()", "undo"],
  ["position.mover", "mover"],
  ["position.is_over", "is_over"],
  ["position.result", "result"],
  ["position.stones(1)", "stones"],
  ["position.rows_from_bottom", "rows"],
  ["position.to_array()", "array"],
  ["position.moves", "moves"],
  ["position.plies", "plies"],
  ["position.last_cell", "last_cell"],
  ["position.mirror()", "mirror"],
  ["position.rules.columns", "rules"],
  ["limit.seconds", "limit"],
  ["print(…)", "print"],
];
/** @type {[code: string, key: string][]} */
const BOMB_NAMES = [
  ["position.round", "round"],
  ["position.actions_left", "actions"],
  ["position.can_explode", "can_explode"],
  ["position.next_is_bomb", "next_is_bomb"],
];

export function cheatSheet() {
  return h(
    "section",
    { class: "card cheat-sheet", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, t("sheet.title")),
    h("p", { class: "note" }, t("sheet.what")),
    list(NAMES),
    h("details", {}, h("summary", {}, t("sheet.bombs")), list(BOMB_NAMES)),
  );
}

/** @param {[code: string, key: string][]} names */
function list(names) {
  const rows = names.map(([code, key]) =>
    h("div", {}, h("dt", {}, h("code", {}, code)), h("dd", {}, t(`sheet.${key}`))));
  return h("dl", {}, rows);
}
