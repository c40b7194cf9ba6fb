// The evaluation of a game move by move, from the first player's view.

import { h, s, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const [WIDTH, HEIGHT, MARGIN] = [640, 170, 24];
const WRONG = ["mistake", "blunder"];

export function drawGraph(box, review, place, onGo) {
  if (!review || !review.moves.length) return show(box);
  const values = review.moves.map((move) => (move.after.score === null ? null : move.player === 1 ? move.after.score : -move.after.score));
  const top = Math.max(4, ...values.map((value) => Math.abs(value ?? 0)));
  const x = (ply) => MARGIN + ((WIDTH - 2 * MARGIN) * ply) / review.moves.length;
  const y = (value) => HEIGHT / 2 - ((HEIGHT / 2 - MARGIN) * value) / top;
  const path = values
    .map((value, index) => (value === null ? "" : `${index && values[index - 1] !== null ? "L" : "M"}${x(index + 1)} ${y(value)}`))
    .join("");
  const spots = review.moves.map((move, index) =>
    WRONG.includes(move.label) ? s("path", { class: "spot", d: `M${x(index + 1)} ${y(values[index]) - 8}l8 8l-8 8l-8 -8Z` }) : null,
  );
  const touches = review.moves.map((move, index) =>
    s("rect", { class: "touch", x: x(index + 0.5), y: 0, width: x(1) - x(0), height: HEIGHT, onclick: () => onGo(index + 1) }),
  );
  const graph = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("graph.title") },
    s("line", { class: "zero", x1: MARGIN, x2: WIDTH - MARGIN, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    s("text", { x: MARGIN, y: 14 }, t("graph.above", { side: t("side.1") })),
    s("text", { x: MARGIN, y: HEIGHT - 4 }, t("graph.above", { side: t("side.2") })),
    s("line", { class: "now", x1: x(place), x2: x(place), y1: MARGIN, y2: HEIGHT - MARGIN }),
    s("path", { class: "course", d: path }),
    spots.filter(Boolean),
    touches,
  );
  return show(box, h("section", { class: "card", "aria-label": t("graph.title") }, h("h2", {}, t("graph.title")), graph));
}
