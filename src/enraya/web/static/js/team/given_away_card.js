// In which phase of the game, and against whom, the team gives points away, as judged by the solver.

import { html, nothing } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { opponentName } from "./losses_card.js";

const PHASES = ["early", "middle", "late"];
/** Columns that are shown only if they are not empty. */
const OTHERS = ["fault", "never", "open"];
const SHOWN = 3;

/** @param {League.GivenTable} found */
export function givenAwayCard({ games, judged, cells }) {
  const rows = [...new Set(cells.map(({ opponent }) => opponent))];
  const columns = [...PHASES, ...OTHERS.filter((where) => cells.some((cell) => cell.where === where))];
  return html`<section class="card given-away">
    <h2>${t("league.given")}</h2>
    <p class="note">${games ? t("league.given.note", { judged, games }) : t("league.given.none")}</p>
    ${rows.length ? table(rows, columns, cells) : nothing}
    ${worst(cells)}
  </section>`;
}

/**
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {League.GivenCell[]} cells
 */
function table(rows, columns, cells) {
  const most = Math.max(...cells.map(({ points }) => points));
  /** @param {string} opponent */
  const sum = (opponent) => cells.reduce((all, one) => all + (one.opponent === opponent ? one.points : 0), 0);
  const sorted = rows.toSorted((one, other) => sum(other) - sum(one));
  /**
   * @param {string} opponent
   * @param {string} where
   */
  const cellOf = (opponent, where) => {
    const points = cells.find((cell) => cell.opponent === opponent && cell.where === where)?.points ?? 0;
    const style = PHASES.includes(where) ? `--share: ${points / most}` : "";
    return html`<td class="number" .style=${style}>${points ? number(points, 1) : "·"}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("league.given")}>
    <table class="list heat">
      <thead><tr>
        <th scope="col">${t("league.losses.opponent")}</th>
        ${columns.map((where) => html`<th scope="col">${t(`league.given.${where}`)}</th>`)}
      </tr></thead>
      <tbody>${sorted.map((opponent) => html`<tr>
        <th scope="row">${opponentName(opponent)}</th>${columns.map((where) => cellOf(opponent, where))}
      </tr>`)}</tbody>
    </table>
  </div>`;
}

/**
 * Links to the moves that cost most.
 * @param {League.GivenCell[]} cells
 */
function worst(cells) {
  const found = cells.filter(({ where }) => PHASES.includes(where))
    .toSorted((one, other) => other.points - one.points).slice(0, SHOWN);
  if (!found.length) return nothing;
  return html`<h3>${t("league.given.look")}</h3>
    <ul class="turning-moves">${found.map(({ opponent, where, moves }) => html`
    <li>${t("league.given.worst", { phase: t(`league.given.${where}`), opponent: opponentName(opponent) })}
      ${moves.filter(isFirst).map(({ game, ply }) => html`
        <a href="/games/${game}?ply=${ply}" aria-label=${t("league.given.move", { game, ply })}>${
        t("league.given.link", { game, ply })}</a>`)}</li>`)}</ul>`;
}

/**
 * Whether a move appears for the first time: one that cost half a point twice is listed twice.
 * @param {{ game: number, ply: number }} move
 * @param {number} place
 * @param {{ game: number, ply: number }[]} moves
 */
function isFirst({ game, ply }, place, moves) {
  return moves.findIndex((one) => one.game === game && one.ply === ply) === place;
}
