// Small charts in SVG: a ranking with error bars, and lines over time.

import { html, svg } from "./dom.js";
import { number } from "./i18n.js";

const [WIDTH, ROW, FOOT] = [640, 36, 36];
/** Where the bars of a ranking begin, to the right of the names. */
const NAMES = 210;
const EDGE = 24;
const LINES = { height: 260, left: 80, right: 10, top: 20, bottom: 44 };
const LONGEST_NAME = 24;
const FEWEST_STEPS = 3;
const ROUND = [1, 2, 5];

/**
 * A chart with one row per entry, best first: the name, and its interval beside it.
 * @param {{ name: string, low: number, value: number, high: number }[]} rows
 * @param {string} label
 */
export function ranking(rows, label) {
  const ticks = roundTicks(Math.min(...rows.map(({ low }) => low)), Math.max(...rows.map(({ high }) => high)));
  const x = scale(ticks[0], ticks[ticks.length - 1], NAMES, WIDTH - EDGE);
  const height = ROW * rows.length + FOOT;
  const bars = rows.map((row, index) => {
    const y = ROW * (index + 0.5);
    return svg`<g>
      <text class="name" x="0" y=${y + 5}><title>${row.name}</title>${shorten(row.name)}</text>
      <line class="interval" x1=${x(row.low)} x2=${x(row.high)} y1=${y} y2=${y}></line>
      <circle class="point" cx=${x(row.value)} cy=${y} r="6"></circle>
    </g>`;
  });
  const grid = ticks.map((value) => svg`
    <line class=${gridClass(value)} x1=${x(value)} x2=${x(value)} y1="0" y2=${height - FOOT}></line>
    <text x=${x(value)} y=${height - 10} text-anchor="middle">${number(value)}</text>`);
  return chart(height, label, [grid, bars]);
}

/** @param {number} value */
function gridClass(value) {
  return `grid ${value === 0 ? "zero" : ""}`;
}

/**
 * About three to eight round numbers that enclose a range.
 * @param {number} least
 * @param {number} most
 */
export function roundTicks(least, most) {
  const span = most - least || Math.abs(most) || 1;
  const rough = span / FEWEST_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (ROUND.findLast((factor) => factor * power <= rough) ?? 1);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const places = Array.from({ length: Math.max(2, last - first + 1) }, (_, place) => first + place);
  return places.map((place) => Number((place * step).toFixed(digits)));
}

/** @param {string} name */
function shorten(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/**
 * A chart of lines over a common axis, the second line dashed.
 * @param {number[][]} series
 * @param {string} label
 * @param {number[]} ends - the labels of the first and the last point
 * @param {number[]} range - values that the axis must include
 */
export function lineChart(series, label, ends = [1, series[0].length], range = []) {
  const values = [...series.flat(), ...range];
  const ticks = roundTicks(Math.min(...values), Math.max(...values));
  const last = Math.max(...series.map((line) => line.length)) - 1;
  const { height, left, right, top, bottom } = LINES;
  const x = scale(0, Math.max(1, last), left, WIDTH - right);
  const y = scale(ticks[0], ticks[ticks.length - 1], height - bottom, top);
  const paths = series.map((line, index) => {
    if (line.length === 1) return svg`<circle class="point" cx=${x(0)} cy=${y(line[0])} r="5"></circle>`;
    const d = line.map((value, place) => `${place ? "L" : "M"}${x(place)} ${y(value)}`).join("");
    return svg`<path class="series ${index ? "second" : ""}" d=${d}></path>`;
  });
  const grid = ticks.map((value) => svg`
    <line class=${gridClass(value)} x1=${left} x2=${WIDTH - right} y1=${y(value)} y2=${y(value)}></line>
    <text x=${left - 8} y=${y(value) + 5} text-anchor="end">${number(value, 3)}</text>`);
  const names = [0, last].map((place, end) =>
    svg`<text x=${x(place)} y=${height - 6} text-anchor=${end ? "end" : "start"}>${number(ends[end])}</text>`);
  return chart(height, label, [grid, paths, names]);
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
 * @param {unknown} parts
 */
function chart(height, label, parts) {
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${label}>${parts}</svg>`;
}
