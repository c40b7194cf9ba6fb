// The current ranking, the queue, the latest games, and the cross table.

/** @import { News } from "../league/live.js" */

import { CrossTable } from "../league/cross_table.js";
import { gameList } from "../watching/game_list.js";
import { followLeague } from "../league/live.js";
import { rankingTable } from "../league/ranking_table.js";
import { league } from "../league/who.js";
import { get } from "../lib/api.js";
import { factList, link } from "../lib/controls.js";
import { h, html, redraw, repeat, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/** Room for the next few teams, so that nothing below moves when one comes. */
const ROOM_PX = 180;
const LEAST_PX = 420;

class RankingPage {
  /**
   * @param {HTMLElement} main
   * @param {League.LeagueState} known
   */
  constructor(main, known) {
    this.known = known;
    this.room = 0;
    this.facts = h("div", {});
    this.table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("league.nav.ranking") });
    this.queue = h("div", { class: "queue-box" });
    this.games = h("div", { class: "latest-games" });
    this.cross = new CrossTable();
    const side = [
      !known.me.team && !known.me.is_operator && known.is_open && invitation(),
      h("section", { class: "card" }, h("h2", {}, t("league.queue")), this.queue),
      h("section", { class: "card" }, h("h2", {}, t("league.latest")), this.games),
    ];
    const left = [
      h("section", { class: "card stack" }, this.table, h("p", { class: "note" }, t("league.ranking.note"))),
      this.cross.element,
    ];
    const columns = [left, side].map((cards) => h("div", { class: "stack" }, cards));
    this.parts = [h("h1", {}, known.name), this.facts, h("div", { class: "columns-2 wide-left" }, columns)];
    this.main = main;
    this.#drawFacts(known);
    this.#drawQueue([]);
    redraw(gameList([]), this.games);
  }

  async start() {
    await this.#ask();
    show(this.main, this.parts);
    this.#reserve();
    followLeague((news) => this.#hear(news));
  }

  /** @param {News} news */
  async #hear(news) {
    this.#drawFacts(news);
    this.#drawQueue(news.waiting);
    redraw(gameList(news.played), this.games);
    await this.#ask().catch(() => {}); // tried again at the next news
  }

  async #ask() {
    /** @type {League.RankingRow[]} */
    const rows = await get("/api/league/ranking");
    // A new table whenever a number changes: kept rows would visibly shift when a column grows.
    redraw(rows.length
      ? repeat([rows], (content) => JSON.stringify(content), rankingTable)
      : html`<p>${t("league.ranking.empty")}</p>`, this.table);
    this.#reserve();
  }

  /** Enlarges the reserved room, but only when it is too small. */
  #reserve() {
    const needed = this.table.firstElementChild?.clientHeight ?? 0;
    if (needed > this.room) this.room = Math.max(LEAST_PX, needed + ROOM_PX);
    this.table.style.minHeight = `${this.room}px`;
  }

  /** @param {{ teams: number, games: number, queue: number }} counts */
  #drawFacts({ teams, games, queue }) {
    const { deadline, zone, is_over: isOver } = this.known;
    redraw(factList([
      [t("league.facts.teams"), number(teams)],
      [t("league.facts.games"), number(games)],
      [t("league.facts.queue"), number(queue)],
      [t(isOver ? "league.facts.was" : "league.facts.deadline"), deadline ? deadlineText(deadline, zone) : "–"],
    ]), this.facts);
  }

  /** @param {League.QueueRow[]} waiting */
  #drawQueue(waiting) {
    redraw(waiting.length
      ? html`<ol class="queue">${waiting.map(({ state }) => html`<li>${t(`league.state.${state}`)}</li>`)}</ol>`
      : html`<p class="note">${t("league.queue.empty")}</p>`, this.queue);
  }
}

/**
 * A deadline in the league's time zone, not the reader's.
 * @param {string} deadline
 * @param {string} zone
 */
function deadlineText(deadline, zone) {
  return t("league.deadline", { moment: deadline.replace("T", " "), zone });
}

function invitation() {
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, t("league.invitation")),
    h("p", {}, t("league.invitation.text")),
    h("div", { class: "buttons" }, link(t("league.nav.write"), "/write"), link(t("league.nav.join"), "/join")),
  );
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new RankingPage(main, await league()).start();
}
