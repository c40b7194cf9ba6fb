// The cross table: wins, draws and losses of every ranked player against every other, loaded on demand.

import { get, messageOf } from "../lib/api.js";
import { h, html, redraw } from "../lib/dom.js";
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
      redraw(drawing(found), this.box);
    } catch (error) {
      redraw(html`<p class="problem" role="alert">${messageOf(error)}</p>`, this.box);
    }
  }
}

/** @param {League.CrossTable} found */
function drawing({ players, cells }) {
  return html`<p class="note">${t("league.cross.note")}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("league.cross")}>
      <table class="list cross">
        <thead><tr>
          <th scope="col">${t("league.ranking.name")}</th>
          ${players.map(({ place, name }) => html`<th scope="col" title=${name}>${place}</th>`)}
        </tr></thead>
        <tbody>${players.map(({ place, name }, index) =>
          html`<tr><th scope="row">${`${place} ${name}`}</th>${cells[index].map(cell)}</tr>`)}</tbody>
      </table>
    </div>`;
}

/** @param {League.CrossCell | null} found - null on the diagonal, and for two players who have not met */
function cell(found) {
  if (!found) return html`<td class="number">·</td>`;
  const { wins, draws, losses } = found;
  const kind = wins > losses ? "win" : wins < losses ? "loss" : "";
  return html`<td class="number ${kind}" title=${t("league.cross.cell", { wins, draws, losses })}>${
    [wins, draws, losses].join("–")}</td>`;
}
