// What an agent reported about its move: numbers, and a bar for each column.

import { factList } from "../lib/controls.js";
import { h, html, nothing, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { figure } from "./figure.js";

const NUMBERS = /** @type {const} */ (["depth", "nodes", "iterations", "leaves", "seconds"]);
const LEAST_WIDTH = 4;

/**
 * A number that an agent gave for a column.
 * @typedef {object} Measure
 * @property {string} name
 * @property {(column: ColumnThought) => number | null} of
 * @property {(value: number) => string} text
 */

/** @type {Measure} */
const SCORE = { name: "value", of: ({ score }) => score, text: (value) => number(value, 2) };
/** @type {Measure[]} */
const TREE_MEASURES = [
  { name: "visits", of: ({ visits }) => visits, text: (value) => figure(value, 0) },
  { name: "value", of: ({ score }) => score, text: (value) => figure(value, 3) },
  { name: "uct", of: ({ uct }) => uct ?? null, text: (value) => figure(value, 3) },
];

export function thinkingPanel() {
  return h("section", { class: "card thinking", "aria-label": t("thinking.title") });
}

/**
 * @param {HTMLElement} panel
 * @param {Thinking | null} thinking
 */
export function drawThinking(panel, thinking) {
  panel.hidden = !thinking;
  if (!thinking) return;
  redraw(html`<h2>${t("thinking.title")}</h2>
    ${thinking.stopped === true ? html`<p class="note stopped">${t("thinking.stopped")}</p>` : nothing}
    ${factList(factsOf(thinking))}
    ${thinking.columns.length > 1 ? bars(thinking) : nothing}`, panel);
}

/**
 * The numbers that are known; of a tree search, the leaves are left out, being as many as iterations.
 * @param {Thinking} thinking
 * @returns {[string, string][]}
 */
function factsOf(thinking) {
  return NUMBERS.flatMap((name) => {
    const value = thinking[name] ?? null;
    if (value === null || (name === "leaves" && thinking.iterations !== null)) return [];
    return [[t(`thinking.${name}`), number(value, name === "seconds" ? 3 : 0)]];
  });
}

/**
 * A bar for each move, scaled from the worst to the best; for a tree search, by visits.
 * @param {Thinking} thinking
 */
function bars({ columns, move }) {
  const isTree = columns.some((column) => column.visits !== null);
  const shown = isTree ? TREE_MEASURES.filter(({ of }) => columns.some((column) => of(column) !== null)) : [SCORE];
  const values = columns.map((column) => shown[0].of(column) ?? 0);
  const [low, high] = [isTree ? 0 : Math.min(...values), Math.max(...values)];
  const rows = columns.map((column, index) => {
    const share = (values[index] - low) / (high - low || 1);
    return row(column, shown, share, column.move === move);
  });
  return html`<table class="bars">
    <caption>${t(isTree ? "thinking.by_visits" : "thinking.by_score")}</caption>
    ${isTree ? head(shown) : nothing}
    <tbody>${rows}</tbody>
  </table>`;
}

/** @param {Measure[]} shown */
function head(shown) {
  return html`<thead><tr>
    <th scope="col"><span class="unseen">${t("thinking.column")}</span></th><td></td>
    ${shown.map(({ name }) => html`<th scope="col" class="bar-value">${t(`thinking.${name}`)}</th>`)}
  </tr></thead>`;
}

/**
 * @param {ColumnThought} column
 * @param {Measure[]} shown
 * @param {number} share - of the longest bar
 * @param {boolean} isChosen
 */
function row(column, shown, share, isChosen) {
  const width = Math.round(LEAST_WIDTH + (100 - LEAST_WIDTH) * share);
  return html`<tr class=${isChosen ? "chosen" : ""}>
    <th scope="row">${column.move}</th>
    <td class="bar-cell"><span class="bar" .style="width: ${width}%"></span></td>
    ${shown.map((measure) => html`<td class="bar-value">${measured(column, measure)}</td>`)}
  </tr>`;
}

/**
 * @param {ColumnThought} column
 * @param {Measure} measure
 */
function measured(column, { name, of, text }) {
  if (column.proven && name === "value") return t(`proven.${column.proven}`);
  const value = of(column);
  return value === null ? "" : text(value);
}
