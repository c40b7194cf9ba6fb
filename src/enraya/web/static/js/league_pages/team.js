// A team's page: send a version, and see its state, its strength, and where it loses points.

import { drawEntering } from "../league/entering.js";
import { gradeCard } from "../league/grade_card.js";
import { givenSecret } from "../league/link_card.js";
import { followLeague, versionNews, whenChanged } from "../league/live.js";
import { logTable } from "../league/log_table.js";
import { givenAwayCard } from "../team/given_away_card.js";
import { lossesCard } from "../team/losses_card.js";
import { curveCard } from "../team/rating_curve.js";
import { SubmitForm } from "../team/submit_form.js";
import { TeamLink } from "../team/team_link.js";
import { VersionList } from "../team/version_list.js";
import { league } from "../league/who.js";
import { address, get } from "../lib/api.js";
import { factList, link } from "../lib/controls.js";
import { h, html, nothing, redraw, show } from "../lib/dom.js";
import { language, number, t } from "../lib/i18n.js";

/** How long results are shown before they are requested again; a whole class may look at once. */
const RESULTS_MS = 5_000;
const WAITING_MS = 2_000;

class TeamPage {
  /**
   * @param {HTMLElement} main
   * @param {League.LeagueState} known
   */
  constructor(main, known) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.title = h("h1", {}, t("league.nav.team"));
    this.facts = h("div", { class: "team-facts" });
    this.form = new SubmitForm(known, () => this.ask());
    this.versions = new VersionList(this.form, () => this.ask());
    this.grade = h("div", {});
    this.curve = h("div", {});
    this.losses = h("div", {});
    this.given = h("div", {});
    this.log = h("div", {});
    const left = [this.form.element, this.versions.element, this.log, this.given]; // lists that grow come last
    const games = h("section", { class: "card stack" }, h("h2", {}, t("league.nav.games")),
      h("p", {}, t("league.team.games")), link(t("league.team.games.open"), "/games?mine=1"));
    const right = [this.grade, this.curve, games, new TeamLink().element, this.losses];
    const columns = [left, right].map((cards) => h("div", { class: "stack" }, cards));
    this.parts = [this.title, this.facts, h("div", { class: "columns-2 wide-left" }, columns)];
    this.main = main;
  }

  /** Shows everything at once, so that nothing moves while it loads. */
  async start() {
    await Promise.all([this.form.start(), this.ask(), this.#askResults()]);
    show(this.main, this.parts);
    const ask = whenChanged(versionNews, () => this.ask());
    followLeague((news) => {
      this.#askSoon();
      return ask(news);
    });
  }

  /** Requests again while a version waits: its turn may come between two pieces of news. */
  #askAgain() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask().then(() => this.#askSoon()).catch(() => this.#askAgain()), WAITING_MS);
  }

  /** Requests results after a while, once for all news until then. */
  #askSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.#askResults().catch(() => {});
    }, RESULTS_MS);
  }

  /** Requests the team's versions, and what the operator did. */
  async ask() {
    /** @type {League.TeamView} */
    const team = await get("/api/league/team");
    show(this.title, team.name);
    this.versions.draw(team.versions);
    if (team.versions.some(({ place }) => place !== null)) this.#askAgain();
    redraw(team.log.length ? logTable(t("league.team.log"), team.log) : nothing, this.log);
  }

  /** Requests the results of the team's games. */
  async #askResults() {
    /** @type {[League.RankingRow[], League.GradeState, League.RatingPoint[], League.LossRow[], League.GivenTable]} */
    const [ranking, grade, curve, losses, given] = await Promise.all([
      get("/api/league/ranking"),
      get(address("/api/league/team/grade", { lang: language })),
      get("/api/league/team/curve"),
      get("/api/league/team/losses"),
      get("/api/league/team/given-away"),
    ]);
    redraw(teamFacts(ranking.find((row) => row.is_mine), ranking.length), this.facts);
    redraw(gradeCard(grade), this.grade);
    redraw(curveCard(curve), this.curve);
    redraw(lossesCard(losses), this.losses);
    redraw(givenAwayCard(given), this.given);
    if (given.judged < given.games) this.#askSoon();
  }
}

/**
 * @param {League.RankingRow | undefined} row - undefined before a version plays
 * @param {number} players
 */
function teamFacts(row, players) {
  if (!row) return html`<p class="note">${t("league.team.not_yet")}</p>`;
  const { place, elo, low, high, games } = row;
  const isKnown = low !== null && high !== null;
  const range = isKnown ? t("league.ranking.range", { low: number(low), high: number(high) }) : "";
  return factList([
    [t("league.ranking.place"), t("league.team.place", { place, players })],
    [t("league.ranking.rating"), number(elo)],
    [t("league.ranking.interval"), range],
    [t("league.ranking.games"), number(games)],
  ]);
}

/** @param {HTMLElement} main */
export async function render(main) {
  const known = await league();
  if (known.me.team === null || givenSecret()) drawEntering(main, "team");
  else await new TeamPage(main, known).start();
}
