// The current grades of all teams, each with its evidence, and as a table for the gradebook.

import { gradeItems, outOf } from "../league/grade_card.js";
import { address, get } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { h, html, nothing, redraw, repeat, show } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";

/** @param {HTMLElement} box */
export async function draw(box) {
  const list = h("div", {});
  const csv = address("/api/league/operator/grades.csv", { lang: language });
  const download = link(t("league.op.grades.csv"), csv, { download: "grades.csv", class: "button primary" });
  const ask = async () => {
    /** @type {League.GradeState[]} */
    const grades = await get(address("/api/league/operator/grades", { lang: language }));
    redraw(grades.length ? gradeTable(grades) : html`<p class="note">${t("league.op.no_teams")}</p>`, list);
  };
  show(
    box,
    h("section", { class: "card stack" }, h("p", {}, t("league.op.grades.text")),
      h("div", { class: "buttons" }, download, button(t("league.op.again"), ask))),
    h("section", { class: "card" }, list),
  );
  await ask();
}

/** @param {League.GradeState[]} grades */
function gradeTable(grades) {
  return html`<ul class="grade-list">${repeat(grades, ({ team }) => team, (grade) => html`<li><details>
    ${gradeSummary(grade)}${gradeItems(grade.items)}
  </details></li>`)}</ul>`;
}

/** @param {League.GradeState} grade */
function gradeSummary({ name, grade, points, most, version, scale, is_final: isFinal, is_late: isLate }) {
  return html`<summary>
    <span class="grade-name">${name}</span> <strong>${scale ? outOf(grade, scale) : outOf(points, most)}</strong>
    <span class="tag ${isFinal ? "" : "plain"}">${t(isFinal ? "league.op.final" : "league.op.running")}</span>${
    isLate ? html`<span class="tag away">${t("league.state.late")}</span>` : nothing
    }<small>${version === null ? t("league.op.plays_not") : t("league.version", { number: version })}</small>
  </summary>`;
}
