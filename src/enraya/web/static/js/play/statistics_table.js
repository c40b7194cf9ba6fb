// What the moves of each agent cost: the last one, and the mean of all so far.

import { smallDisc } from "../board/discs.js";
import { h, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { figure } from "./figure.js";

const FIGURES = /** @type {const} */ ([
  { name: "seconds", digits: 3, meanDigits: 4 },
  { name: "nodes", digits: 0, meanDigits: 1 },
  { name: "leaves", digits: 0, meanDigits: 1 },
]);

export function statisticsCard() {
  return h("section", { class: "card statistics", "aria-label": t("statistics.title"), hidden: true });
}

/**
 * @param {HTMLElement} card
 * @param {PlayerStatistics[]} statistics
 * @param {(player: number) => string} nameOf
 */
export function drawStatistics(card, statistics, nameOf) {
  card.hidden = statistics.length === 0;
  if (card.hidden) return;
  const named = statistics.map((each) => ({ ...each, name: nameOf(each.player) }));
  const heads = ["last", "mean"].map((key) => h("th", { scope: "col" }, t(`statistics.${key}`)));
  redraw(card, named, () => [
    h("h2", {}, t("statistics.title")),
    h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), heads)), named.map(rowsOf)),
  ]);
}

/** @param {PlayerStatistics & { name: string }} statistics */
function rowsOf(statistics) {
  const { player, name, moves } = statistics;
  const title = h("span", {}, t("statistics.moves", { name, moves }));
  return h(
    "tbody",
    {},
    h("tr", {}, h("th", { scope: "rowgroup", colspan: 3 }, h("div", {}, smallDisc(player), title))),
    FIGURES.map(({ name: what, digits, meanDigits }) => {
      const told = statistics[what];
      if (!told) return null;
      const last = told.last === null ? "" : figure(told.last, digits);
      return figureRow(what, last, figure(told.mean, meanDigits));
    }),
  );
}

/**
 * @param {string} name
 * @param {string} last
 * @param {string} mean
 */
function figureRow(name, last, mean) {
  const cells = [last, mean].map((text) => h("td", { class: "number" }, text));
  return h("tr", {}, h("th", { scope: "row" }, t(`thinking.${name}`)), cells);
}
