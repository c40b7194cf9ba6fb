// Small charts in SVG: a ranking with error bars, and lines over time.

import { s } from "./dom.js";
import { number } from "./i18n.js";

const [WIDTH, ROW, MARGIN] = [640, 60, 36];
const LINES = { height: 260, left: 80, right: 10, top: 20, bottom: 44 };
const LONGEST_NAME = 42;

/**
 * One row for each, best first: the name, and its interval below.
 * @param {{ name: string, low: number, value: number, high: number }[]} rows
 * @param {string} label
 */
export function ranking(rows, label) {
  const least = Math.min(...rows.map((row) => row.low));
  const most = Math.max(...rows.map((row) => row.high));
  const x = scale(least, most, MARGIN, WIDTH - MARGIN);
  const height = ROW * rows.length + MARGIN;
  const lines = rows.map((row, index) => {
    const y = ROW * (index + 0.7);
    return s(
      "g",
      {},
      s("text", { class: "name", x: 0, y: y - 18 }, shorten(row.name)),
      s("line", { class: "interval", x1: x(row.low), x2: x(row.high), y1: y, y2: y }),
      s("circle", { class: "point", cx: x(row.value), cy: y, r: 6 }),
    );
  });
  const ticks = [least, (least + most) / 2, most].map((value) =>
    s("text", { x: x(value), y: height - 8, "text-anchor": "middle" }, number(value)),
  );
  const axis = s("line", { class: "axis", x1: 0, x2: WIDTH, y1: height - MARGIN, y2: height - MARGIN });
  return chart(height, label, [axis, ...lines, ...ticks]);
}

/** @param {string} name */
function shorten(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/**
 * Lines over a common axis, the second one dashed.
 * @param {number[][]} series
 * @param {string} label
 * @param {number[]} ends - what is written at the first and the last point
 */
export function lineChart(series, label, ends = [1, series[0].length]) {
  const [least, most] = [Math.min(...series.flat()), Math.max(...series.flat())];
  const last = Math.max(...series.map((line) => line.length)) - 1;
  const { height, left, right, top, bottom } = LINES;
  const x = scale(0, Math.max(1, last), left, WIDTH - right);
  const y = scale(least, most, height - bottom, top);
  const paths = series.map((line, index) => {
    if (line.length === 1) return s("circle", { class: "point", cx: x(0), cy: y(line[0]), r: 5 });
    const d = line.map((value, place) => `${place ? "L" : "M"}${x(place)} ${y(value)}`).join("");
    return s("path", { class: `series ${index ? "second" : ""}`, d });
  });
  const marks = [least, most].map((value) =>
    s("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, number(value, 2)),
  );
  const names = [0, last].map((place, end) =>
    s("text", { x: x(place), y: height - 6, "text-anchor": end ? "end" : "start" }, number(ends[end])),
  );
  const axis = s("line", { class: "axis", x1: left, x2: WIDTH - right, y1: height - 34, y2: height - 34 });
  return chart(height, label, [axis, ...paths, ...marks, ...names]);
}

/**
 * Maps numbers from least..most to start..end; where all are equal, to the start.
 * @param {number} least
 * @param {number} most
 * @param {number} start
 * @param {number} end
 */
function scale(least, most, start, end) {
  /** @param {number} value */
  return (value) => start + ((end - start) * (value - least)) / (most - least || 1);
}

/**
 * @param {number} height
 * @param {string} label
 * @param {Element[]} parts
 */
function chart(height, label, parts) {
  return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, parts);
}
