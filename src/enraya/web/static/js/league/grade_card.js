// The current grade: what earned each point, and what the next point needs.

import { factList } from "../lib/controls.js";
import { html, nothing } from "../lib/dom.js";
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
  return html`<section class="card grade-card">
    <h2>${t("league.gradecard")}</h2>
    ${factList(facts)}
    <p class="note">${t(isFinal ? "league.gradecard.final" : "league.gradecard.now")}</p>
    ${gradeItems(items)}
    <p class="note">${t("league.gradecard.test")}</p>
  </section>`;
}

/** @param {League.ItemState[]} items */
export function gradeItems(items) {
  return html`<ul class="grade-items">${items.map((item) => html`<li>${gradeItem(item)}</li>`)}</ul>`;
}

/** @param {League.ItemState} item */
function gradeItem({ name, points, most, words, missing, games }) {
  return html`
    <p><strong>${name}</strong> <span class="tag ${points < most ? "plain" : ""}">${outOf(points, most)}</span></p>
    <p class="note">${words}</p>
    <p class="missing">${missing ? t("league.gradecard.missing", { what: missing }) : ""}</p>
    <div class="evidence">${games.length ? html`<details>
      <summary>${t("league.gradecard.games", { count: games.length })}</summary>
      <p class="game-numbers">
        ${games.slice(0, SHOWN).map((game) => html`<a href="/games/${game}">${game}</a> `)}
        ${games.length > SHOWN ? "…" : nothing}
      </p>
    </details>` : nothing}</div>`;
}

/**
 * @param {number} points
 * @param {number} most
 */
export function outOf(points, most) {
  return t("league.gradecard.of", { points: number(points, 2), most: number(most, 2) });
}

/** The most games that are listed as evidence for a point. */
const SHOWN = 40;
