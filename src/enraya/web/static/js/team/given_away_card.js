// In which phase of the game, and against whom, points are given away: as the perfect player judges it.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { opponentName } from "./losses_card.js";

const PHASES = ["early", "middle", "late"];
/** Columns that are there only if they are needed. */
const OTHERS = ["fault", "never", "open"];
const SHOWN = 3;

/** @param {League.GivenTable} found */
export function givenAwayCard({ games, judged, cells }) {
  const rows = [...new Set(cells.map(({ opponent }) => opponent))];
  const columns = [...PHASES, ...OTHERS.filter((where) => cells.some((cell) => cell.where === where))];
  return h(
    "section",
    { class: "card given-away" },
    h("h2", {}, t("league.given")),
    h("p", { class: "note" }, games ? t("league.given.note", { judged, games }) : t("league.given.none")),
    rows.length ? table(rows, columns, cells) : null,
    worst(cells),
  );
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
  const head = columns.map((where) => h("th", { scope: "col" }, t(`league.given.${where}`)));
  const body = rows.toSorted((one, other) => sum(other) - sum(one)).map((opponent) =>
    h("tr", {}, h("th", { scope: "row" }, opponentName(opponent)), columns.map((where) => {
      const points = cells.find((cell) => cell.opponent === opponent && cell.where === where)?.points ?? 0;
      const cell = h("td", { class: "number" }, points ? number(points, 1) : "·");
      if (PHASES.includes(where)) cell.style.setProperty("--share", String(points / most));
      return cell;
    })));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("league.given") },
    h("table", { class: "list heat" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("league.losses.opponent")), head)),
      h("tbody", {}, body)));
}

/**
 * The moves that cost most, to look at.
 * @param {League.GivenCell[]} cells
 */
function worst(cells) {
  const found = cells.filter(({ where }) => PHASES.includes(where))
    .toSorted((one, other) => other.points - one.points).slice(0, SHOWN);
  if (!found.length) return [];
  const lines = found.map(({ opponent, where, moves }) => h("li", {},
    t("league.given.worst", { phase: t(`league.given.${where}`), opponent: opponentName(opponent) }), " ",
    moves.filter(isFirst).flatMap(({ game, ply }) => [
      h("a", { href: `/games/${game}?ply=${ply}`, "aria-label": t("league.given.move", { game, ply }) },
        t("league.given.link", { game, ply })), " "])));
  return [h("h3", {}, t("league.given.look")), h("ul", { class: "turning-moves" }, lines)];
}

/**
 * Whether a move is not one that came before: it may have cost half a point twice.
 * @param {{ game: number, ply: number }} move
 * @param {number} place
 * @param {{ game: number, ply: number }[]} moves
 */
function isFirst({ game, ply }, place, moves) {
  return moves.findIndex((one) => one.game === game && one.ply === ply) === place;
}
