// The rules of every rule set, with pictures drawn by the page's own board.

import { Board } from "../board/board.js";
import { describePosition } from "../board/position_text.js";
import { address, get } from "../lib/api.js";
import { link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const BOOM_GAME = "33146511256411275743";
const DESCONECTA_GAME = "155723263577441562";
const FOUR_IN_A_ROW = "4455667";

/** @type {{ name: string, lines: number, pictures: { key: string, moves: string }[] }[]} */
const GAMES = [
  { name: "classic", lines: 2, pictures: [{ key: "won", moves: FOUR_IN_A_ROW }] },
  {
    name: "boom",
    lines: 4,
    pictures: [
      { key: "turns", moves: "445" },
      { key: "before", moves: BOOM_GAME },
      { key: "after", moves: `${BOOM_GAME}B` },
    ],
  },
  {
    name: "desconecta",
    lines: 3,
    pictures: [
      { key: "lost", moves: FOUR_IN_A_ROW },
      { key: "before", moves: DESCONECTA_GAME },
      { key: "after", moves: `${DESCONECTA_GAME}B` },
    ],
  },
];

/** @param {typeof GAMES[number]} game */
async function section({ name, lines, pictures }) {
  const figures = pictures.map(({ key, moves }) => picture(name, moves, t(`howto.${name}.${key}`)));
  return h(
    "section",
    { class: "card rules", id: name, "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title` }, t(`rules.${name}`)),
    h("ul", {}, Array.from({ length: lines }, (_, index) => h("li", {}, t(`howto.${name}.${index + 1}`)))),
    h("div", { class: "pictures" }, await Promise.all(figures)),
    link(t("howto.play"), address("/", { pos: "", rules: name }), { "aria-describedby": `${name}-title` }),
  );
}

/**
 * @param {string} rules
 * @param {string} moves
 * @param {string} caption
 */
async function picture(rules, moves, caption) {
  /** @type {PositionState} */
  const state = await get(address("/api/position", { moves, rules }));
  const board = new Board(() => {});
  board.draw(state, { label: describePosition(state) });
  return h("figure", {}, board.element, h("figcaption", {}, caption));
}

/** @param {HTMLElement} main */
export async function render(main) {
  const sections = await Promise.all(GAMES.map(section));
  show(main, h("h1", {}, t("nav.rules")), h("div", { class: "stack" }, sections));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
