// A game in progress, and the latest games of the ladder: all of them or those of one's own team.

import { gameList } from "../watching/game_list.js";
import { followLeague, followPlaying } from "../league/live.js";
import { WatchedGame } from "../watching/watched_game.js";
import { league } from "../league/who.js";
import { address, get } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { h, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

class GamesPage {
  /**
   * @param {HTMLElement} main
   * @param {League.LeagueState} known
   */
  constructor(main, known) {
    this.isMine = known.me.team !== null && new URLSearchParams(location.search).has("mine");
    /** @type {League.RatedGame[]} */
    this.games = [];
    this.list = h("div", { class: "all-games" });
    this.watched = new WatchedGame(known.start);
    this.mine = button(t("league.games.mine"), () => this.#change(), { "aria-pressed": String(this.isMine) });
    this.more = button(t("league.games.more"), () => this.#ask(this.games[this.games.length - 1]?.id));
    const list = h(
      "section",
      { class: "card stack" },
      known.me.team !== null && h("div", { class: "buttons" }, this.mine),
      this.list,
      this.more,
    );
    show(main, h("h1", {}, t("league.nav.games")),
      h("div", { class: "columns-2" }, this.watched.element, list));
  }

  async start() {
    await this.#ask();
    followPlaying(({ games = [] }) => this.watched.hearPlaying(games));
    followLeague(async ({ played }) => {
      this.watched.hearPlayed(played);
      const isNew = played[0] && played[0].id !== this.games[0]?.id;
      if (isNew && scrollY === 0 && this.games.length <= PAGE) await this.#ask().catch(() => {});
    });
  }

  async #change() {
    this.isMine = !this.isMine;
    this.mine.setAttribute("aria-pressed", String(this.isMine));
    await this.#ask();
  }

  /** @param {number} [before] - the oldest game that is shown; if left out, the list starts again */
  async #ask(before) {
    /** @type {League.RatedGame[]} */
    const found = await get(address("/api/league/games", { before, mine: this.isMine || null }));
    this.games = before ? [...this.games, ...found] : found;
    this.more.hidden = found.length < PAGE;
    redraw(gameList(this.games), this.list);
  }
}

/** How many games the server sends at once. */
const PAGE = 40;

/** @param {HTMLElement} main */
export async function render(main) {
  await new GamesPage(main, await league()).start();
}
