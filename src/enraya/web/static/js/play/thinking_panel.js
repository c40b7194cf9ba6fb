// What an agent said about its move: numbers, and a bar for each column.

import { factList } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const NUMBERS = ["depth", "nodes", "iterations", "leaves", "seconds"];

export function thinkingPanel() {
  return h("section", { class: "card thinking", "aria-label": t("thinking.title") });
}

export function drawThinking(panel, thinking) {
  panel.hidden = !thinking;
  if (!thinking) return;
  const isShown = (name) => thinking[name] !== null && !(name === "leaves" && thinking.iterations !== null);
  const facts = NUMBERS.filter(isShown).map((name) => [
    t(`thinking.${name}`),
    number(thinking[name], name === "seconds" ? 3 : 0),
  ]);
  show(
    panel,
    h("h2", {}, t("thinking.title")),
    factList(facts),
    thinking.columns.length > 1 && bars(thinking),
  );
}

// Bars from the worst to the best move; a tree search is measured by its visits.
function bars(thinking) {
  const byVisits = thinking.columns.some((column) => column.visits !== null);
  const values = thinking.columns.map((column) => (byVisits ? column.visits : column.score) ?? 0);
  const [low, high] = [byVisits ? 0 : Math.min(...values), Math.max(...values)];
  return h(
    "table",
    { class: "bars" },
    h("caption", {}, t(byVisits ? "thinking.by_visits" : "thinking.by_score")),
    h("tbody", {}, thinking.columns.map((column, index) => bar(column, values[index], (values[index] - low) / (high - low || 1), thinking.move))),
  );
}

function bar(column, value, share, chosen) {
  const meter = h("span", { class: "bar" });
  meter.style.width = `${Math.round(4 + 96 * share)}%`;
  const text = column.proven ? t(`proven.${column.proven}`) : number(value, 2);
  return h(
    "tr",
    { class: column.move === chosen ? "chosen" : null },
    h("th", { scope: "row" }, column.move),
    h("td", { class: "bar-cell" }, meter),
    h("td", { class: "bar-value" }, text),
  );
}
