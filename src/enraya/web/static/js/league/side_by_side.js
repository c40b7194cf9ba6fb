// Two sources side by side, with their differences marked.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** The most pairs of lines to compare; more would keep the browser busy for too long. */
const MOST_CELLS = 4_000_000;

/**
 * @param {{ name: string, source: string }[]} both
 */
export function sideBySide(both) {
  const [left, right] = both.map(({ source }) => source.replace(/\n$/, "").split("\n"));
  const rows = aligned(left, right).map(([one, other]) => {
    const isSame = one !== null && other !== null && left[one] === right[other];
    const [mine, theirs] = [cells(left, one, other !== null), cells(right, other, one !== null)];
    return h("tr", { class: isSame ? "" : "differs" }, mine, theirs);
  });
  const title = t("league.side_by_side", { one: both[0].name, other: both[1].name });
  const head = both.flatMap(({ name }) => [h("td", {}), h("th", { scope: "col" }, name)]);
  return h("section", { class: "card" }, h("h2", {}, title),
    h("div", { class: "scroll side-by-side", tabindex: "0", role: "region", "aria-label": title },
      h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))));
}

/**
 * @param {string[]} lines
 * @param {number | null} place
 * @param {boolean} hasOther
 */
function cells(lines, place, hasOther) {
  if (place === null) return [h("td", {}), h("td", { class: "absent" })];
  return [h("td", { class: "number" }, String(place + 1)),
    h("td", { class: hasOther ? "" : "alone" }, h("code", {}, lines[place] || " "))];
}

/**
 * Pairs of line indices, null where one side has no such line, by a longest common subsequence.
 * @param {string[]} left
 * @param {string[]} right
 * @returns {[number | null, number | null][]}
 */
export function aligned(left, right) {
  const [m, n] = [left.length, right.length];
  if (m * n > MOST_CELLS) return byNumber(m, n);
  const width = n + 1;
  const lengths = new Uint32Array((m + 1) * width);
  for (let i = m - 1; i >= 0; i--) {
    for (let j = n - 1; j >= 0; j--) {
      lengths[i * width + j] = left[i] === right[j]
        ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  /** @type {[number | null, number | null][]} */
  const found = [];
  let [i, j] = [0, 0];
  while (i < m || j < n) {
    if (i < m && j < n && left[i] === right[j]) found.push([i++, j++]);
    else if (j === n || (i < m && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) found.push([i++, null]);
    else found.push([null, j++]);
  }
  return found;
}

/**
 * @param {number} m
 * @param {number} n
 * @returns {[number | null, number | null][]}
 */
function byNumber(m, n) {
  return Array.from({ length: Math.max(m, n) }, (_, place) => [place < m ? place : null, place < n ? place : null]);
}
