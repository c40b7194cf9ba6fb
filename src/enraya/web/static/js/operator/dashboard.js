// The health of the league: counts, games per minute, failures, disk space, and active protections.

import { followLeague } from "../league/live.js";
import { STATES, key } from "../league/states.js";
import { get } from "../lib/api.js";
import { factList } from "../lib/controls.js";
import { html, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const MINUTE_MS = 60_000;
const MEGABYTE = 1e6;

/** @param {HTMLElement} box */
export async function draw(box) {
  const pace = new Pace();
  const ask = async () => {
    /** @type {League.Overview} */
    const found = await get("/api/league/operator");
    pace.note(found.games);
    redraw(dashboard(found, pace.perMinute), box);
  };
  await ask();
  followLeague(() => ask().catch(() => {}));
}

/**
 * @param {League.Overview} found
 * @param {number | null} pace
 */
function dashboard(found, pace) {
  const { complaints, protection } = found;
  return html`
    <section class="card"><div class="dashboard-facts">${factList([
      [t("league.facts.teams"), number(found.teams)],
      [t("league.facts.queue"), number(found.queue)],
      [t("league.facts.games"), number(found.games)],
      [t("league.op.pace"), pace === null ? "–" : number(pace)],
      [t("league.op.worker"), t(found.is_working ? "league.op.working" : "league.op.resting")],
    ])}</div></section>
    <div class="columns-2">
      <div class="stack">
        <section class="card"><h2>${t("league.versions")}</h2>${stateTable(found.states)}</section>
        <section class="card">
          <h2>${t("league.op.machine")}</h2>
          ${factList([
            [t("league.op.free"), megabytes(found.free_bytes)],
            [t("league.op.used"), megabytes(found.used_bytes)],
          ])}
          <ul>${Object.entries(protection).map(([name, missing]) => html`<li>${missing
            ? t("league.op.missing", { what: t(`league.op.protection.${name}`), why: missing })
            : t("league.op.holds", { what: t(`league.op.protection.${name}`) })}</li>`)}</ul>
        </section>
      </div>
      <section class="card">
        <h2>${t("league.op.troubles")}</h2>
        ${complaints.length
          ? html`<ul class="complaints">${complaints.toReversed().map((line) => html`<li>${line}</li>`)}</ul>`
          : html`<p class="note">${t("league.op.no_troubles")}</p>`}
      </section>
    </div>`;
}

/** Counts the games of the last minute, from when the page was opened. */
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
 * Every state always has a row, so that nothing moves when the first version reaches it.
 * @param {Record<string, number>} counts
 */
function stateTable(counts) {
  return html`<table class="list"><tbody>${STATES.map((state) => html`<tr>
    <th scope="row">${t(`league.op.state.${key(state)}`)}</th><td class="number">${number(counts[state] ?? 0)}</td>
  </tr>`)}</tbody></table>`;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return t("league.op.megabytes", { size: number(bytes / MEGABYTE) });
}
