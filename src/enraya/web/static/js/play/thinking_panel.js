// What an agent said about its move: numbers, and a bar for each column.

import { factList } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const NUMBERS = /** @type {const} */ (["depth", "nodes", "iterations", "leaves", "seconds"]);
const LEAST_WIDTH = 4;

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
  show(
    panel,
    h("h2", {}, t("thinking.title")),
    factList(factsOf(thinking)),
    thinking.columns.length > 1 && bars(thinking),
  );
}

/**
 * The numbers that are known; a tree search has as many leaves as iterations.
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
 * Bars from the worst to the best move; a tree search is measured by its visits.
 * @param {Thinking} thinking
 */
function bars({ columns, move }) {
  const byVisits = columns.some((column) => column.visits !== null);
  const values = columns.map((column) => (byVisits ? column.visits : column.score) ?? 0);
  const [low, high] = [byVisits ? 0 : Math.min(...values), Math.max(...values)];
  const rows = columns.map((column, index) => {
    const share = (values[index] - low) / (high - low || 1);
    return bar(column, values[index], share, column.move === move);
  });
  const caption = h("caption", {}, t(byVisits ? "thinking.by_visits" : "thinking.by_score"));
  return h("table", { class: "bars" }, caption, h("tbody", {}, rows));
}

/**
 * @param {ColumnThought} column
 * @param {number} value
 * @param {number} share - of the longest bar
 * @param {boolean} isChosen
 */
function bar(column, value, share, isChosen) {
  const meter = h("span", { class: "bar" });
  meter.style.width = `${Math.round(LEAST_WIDTH + (100 - LEAST_WIDTH) * share)}%`;
  const text = column.proven ? t(`proven.${column.proven}`) : number(value, 2);
  return h(
    "tr",
    { class: isChosen ? "chosen" : null },
    h("th", { scope: "row" }, column.move),
    h("td", { class: "bar-cell" }, meter),
    h("td", { class: "bar-value" }, text),
  );
}
