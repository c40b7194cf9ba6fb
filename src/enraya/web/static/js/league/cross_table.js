// Who met whom: wins, draws and losses of each player of the ranking against each other, on demand.

import { get, messageOf } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class CrossTable {
  constructor() {
    this.box = h("div", {});
    const ontoggle = () => this.element.open && this.#ask();
    this.element = h("details", { class: "card", ontoggle }, h("summary", {}, t("league.cross")), this.box);
  }

  async #ask() {
    try {
      /** @type {League.CrossTable} */
      const found = await get("/api/league/cross-table");
      show(this.box, h("p", { class: "note" }, t("league.cross.note")), drawing(found));
    } catch (error) {
      show(this.box, h("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
  }
}

/** @param {League.CrossTable} found */
function drawing({ players, cells }) {
  const head = players.map(({ place, name }) => h("th", { scope: "col", title: name }, String(place)));
  const rows = players.map(({ place, name }, index) =>
    h("tr", {}, h("th", { scope: "row" }, `${place} ${name}`), cells[index].map(cell)));
  const table = h(
    "table",
    { class: "list cross" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("league.ranking.name")), head)),
    h("tbody", {}, rows),
  );
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("league.cross") }, table);
}

/** @param {League.CrossCell | null} found - null for a player and themselves, and for two that have not met */
function cell(found) {
  if (!found) return h("td", { class: "number" }, "·");
  const { wins, draws, losses } = found;
  const kind = wins > losses ? "win" : wins < losses ? "loss" : "";
  return h("td", { class: `number ${kind}`, title: t("league.cross.cell", { wins, draws, losses }) },
    `${wins}–${draws}–${losses}`);
}
