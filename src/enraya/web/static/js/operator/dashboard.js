// How the league does: counts, games a minute, what went wrong, room on the disk, what protects the machine.

import { followLeague } from "../league/live.js";
import { STATES, key } from "../league/states.js";
import { get } from "../lib/api.js";
import { factList } from "../lib/controls.js";
import { h, redraw, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const MINUTE_MS = 60_000;
const MEGABYTE = 1e6;

/** @param {HTMLElement} box */
export async function draw(box) {
  const facts = h("div", { class: "dashboard-facts" });
  const states = h("section", { class: "card" });
  const troubles = h("section", { class: "card" });
  const machine = h("section", { class: "card" });
  show(box, h("section", { class: "card" }, facts),
    h("div", { class: "columns-2" }, h("div", { class: "stack" }, states, machine), troubles));
  const pace = new Pace();
  const ask = async () => {
    /** @type {League.Overview} */
    const found = await get("/api/league/operator");
    pace.note(found.games);
    redraw(facts, [found, pace.perMinute], () => [factList([
      [t("league.facts.teams"), number(found.teams)],
      [t("league.facts.queue"), number(found.queue)],
      [t("league.facts.games"), number(found.games)],
      [t("league.op.pace"), pace.perMinute === null ? "–" : number(pace.perMinute)],
      [t("league.op.worker"), t(found.is_working ? "league.op.working" : "league.op.resting")],
    ])]);
    redraw(states, found.states, (counts) => [h("h2", {}, t("league.versions")), stateTable(counts)]);
    redraw(troubles, found.complaints, (lines) => [
      h("h2", {}, t("league.op.troubles")),
      lines.length
        ? h("ul", { class: "complaints" }, lines.toReversed().map((line) => h("li", {}, line)))
        : h("p", { class: "note" }, t("league.op.no_troubles")),
    ]);
    redraw(machine, [found.protection, Math.round(found.free_bytes / MEGABYTE)], () => [
      h("h2", {}, t("league.op.machine")),
      factList([
        [t("league.op.free"), megabytes(found.free_bytes)],
        [t("league.op.used"), megabytes(found.used_bytes)],
      ]),
      h("ul", {}, Object.entries(found.protection).map(([name, missing]) =>
        h("li", {}, missing
          ? t("league.op.missing", { what: t(`league.op.protection.${name}`), why: missing })
          : t("league.op.holds", { what: t(`league.op.protection.${name}`) })))),
    ]);
  };
  await ask();
  followLeague(() => ask().catch(() => {}));
}

/** Counts games over the last minute, since the page was opened. */
class Pace {
  constructor() {
    /** @type {{ time: number, games: number }[]} */
    this.seen = [];
  }

  /** @param {number} games */
  note(games) {
    const time = Date.now();
    this.seen.push({ time, games });
    while (this.seen.length > 2 && this.seen[1].time < time - MINUTE_MS) this.seen.shift();
  }

  get perMinute() {
    const [first, last] = [this.seen[0], this.seen[this.seen.length - 1]];
    if (!first || last.time === first.time) return null;
    return Math.round((MINUTE_MS * (last.games - first.games)) / (last.time - first.time));
  }
}

/**
 * Every state has its row from the beginning, so that nothing moves when the first version gets there.
 * @param {Record<string, number>} counts
 */
function stateTable(counts) {
  const rows = STATES.map((state) =>
    h("tr", {}, h("th", { scope: "row" }, t(`league.op.state.${key(state)}`)),
      h("td", { class: "number" }, number(counts[state] ?? 0))));
  return h("table", { class: "list" }, h("tbody", {}, rows));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return t("league.op.megabytes", { size: number(bytes / MEGABYTE) });
}
