// Small charts in SVG: a ranking with error bars, and lines over time.

import { s } from "./dom.js";
import { number } from "./i18n.js";

const [WIDTH, ROW, MARGIN, LEFT] = [640, 60, 36, 80];
const LONGEST = 42;

// One row for each {name, low, value, high}, best first: the name, and its interval below.
export function ranking(rows, label) {
  const least = Math.min(...rows.map((row) => row.low));
  const most = Math.max(...rows.map((row) => row.high));
  const x = (value) => MARGIN + ((WIDTH - 2 * MARGIN) * (value - least)) / (most - least || 1);
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
  return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, axis, lines, ticks);
}

function shorten(name) {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

// Lines over a common axis; each series is a list of numbers, the second one dashed. `ends` is what
// is written at the first and the last of them.
export function course(series, label, ends = [1, series[0].length]) {
  const values = series.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const length = Math.max(...series.map((line) => line.length));
  const height = 260;
  const x = (place) => LEFT + ((WIDTH - LEFT - 10) * place) / Math.max(1, length - 1);
  const y = (value) => height - 44 - ((height - 64) * (value - least)) / (most - least || 1);
  const paths = series.map((line, index) =>
    line.length > 1
      ? s("path", { class: `series ${index ? "second" : ""}`, d: line.map((value, place) => `${place ? "L" : "M"}${x(place)} ${y(value)}`).join("") })
      : s("circle", { class: "point", cx: x(0), cy: y(line[0]), r: 5 }),
  );
  const marks = [least, most].map((value) => s("text", { x: LEFT - 8, y: y(value) + 5, "text-anchor": "end" }, number(value, 2)));
  const names = [0, length - 1].map((place, end) => s("text", { x: x(place), y: height - 6, "text-anchor": end ? "end" : "start" }, number(ends[end])));
  const axis = s("line", { class: "axis", x1: LEFT, x2: WIDTH - 10, y1: height - 34, y2: height - 34 });
  return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, axis, paths, marks, names);
}
