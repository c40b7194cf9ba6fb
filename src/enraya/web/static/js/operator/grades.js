// The grades of all teams as they are now, each with its evidence, and as a table for the gradebook.

import { gradeItem, outOf } from "../league/grade_card.js";
import { address, get } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";

/** @param {HTMLElement} box */
export async function draw(box) {
  const list = h("div", {});
  const csv = address("/api/league/operator/grades.csv", { lang: language });
  const download = link(t("league.op.grades.csv"), csv, { download: "grades.csv", class: "button primary" });
  const ask = async () => {
    /** @type {League.GradeState[]} */
    const grades = await get(address("/api/league/operator/grades", { lang: language }));
    show(list, grades.length ? gradeTable(grades) : h("p", { class: "note" }, t("league.op.no_teams")));
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
  return h("ul", { class: "grade-list" }, grades.map((grade) => {
    const { name, points, most, version, scale, is_final: isFinal, is_late: isLate, items } = grade;
    return h(
      "li",
      {},
      h("details", {},
        h("summary", {}, h("span", { class: "grade-name" }, name), " ",
          h("strong", {}, scale ? outOf(grade.grade, scale) : outOf(points, most)), " ",
          h("span", { class: `tag ${isFinal ? "" : "plain"}` }, t(isFinal ? "league.op.final" : "league.op.running")),
          isLate && h("span", { class: "tag away" }, t("league.state.late")),
          h("small", {}, version === null ? t("league.op.plays_not") : t("league.version", { number: version }))),
        h("ul", { class: "grade-items" }, items.map((item) => h("li", {}, gradeItem(item))))),
    );
  }));
}
