// A grade as it is now: what earned each point, and what is missing for the next.

import { factList } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/** @param {League.GradeState} grade */
export function gradeCard(grade) {
  const { points, most, scale, version, is_final: isFinal, items } = grade;
  /** @type {[string, string][]} */
  const facts = [[t("league.gradecard.points"), outOf(points, most)]];
  if (scale) {
    facts.push([t("league.grade.column.grade"), outOf(grade.grade, scale)]);
  }
  facts.push([t("league.grade.column.version"), version === null ? "–" : String(version)]);
  return h(
    "section",
    { class: "card grade-card" },
    h("h2", {}, t("league.gradecard")),
    factList(facts),
    h("p", { class: "note" }, t(isFinal ? "league.gradecard.final" : "league.gradecard.now")),
    h("ul", { class: "grade-items" }, items.map((item) => h("li", {}, gradeItem(item)))),
    h("p", { class: "note" }, t("league.gradecard.test")),
  );
}

/** @param {League.ItemState} item */
export function gradeItem({ name, points, most, words, missing, games }) {
  const links = games.slice(0, SHOWN).map((game) => h("a", { href: `/games/${game}` }, String(game)));
  return [
    h("p", {}, h("strong", {}, name), " ",
      h("span", { class: `tag ${points < most ? "plain" : ""}` },
        outOf(points, most))),
    h("p", { class: "note" }, words),
    h("p", { class: "missing" }, missing ? t("league.gradecard.missing", { what: missing }) : ""),
    h("div", { class: "evidence" }, links.length > 0 && h("details", {},
      h("summary", { "data-key": name }, t("league.gradecard.games", { count: games.length })),
      h("p", { class: "game-numbers" }, links.flatMap((one) => [one, " "]), games.length > SHOWN ? "…" : null))),
  ];
}

/**
 * @param {number} points
 * @param {number} most
 */
export function outOf(points, most) {
  return t("league.gradecard.of", { points: number(points, 2), most: number(most, 2) });
}

/** Of the games that stand behind a point. */
const SHOWN = 40;
