// A game on a board for all visitors: one that is being played now or, while none lasts long enough to
// be seen, a replay of the newest one. Its space is reserved from the start, so that nothing moves.

/** @import { PlayingGame } from "../league/live.js" */

import { Board } from "../board/board.js";
import { smallDisc } from "../board/discs.js";
import { describePosition } from "../board/position_text.js";
import { get } from "../lib/api.js";
import { h, html, redraw, repeat, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { resultText } from "./game_list.js";

const MOVE_MS = 700;
const END_MS = 4000;
const MOST_OTHERS = 3;

export class WatchedGame {
  /** @param {PositionState} start - the empty board */
  constructor(start) {
    this.board = new Board(() => {});
    this.kind = h("span", { class: "tag not-now" }, t("league.watch.now"));
    this.names = h("p", { class: "watched-names" });
    this.told = h("p", { class: "note watched-result" }, t("league.games.none"));
    this.others = h("div", { class: "watched-others" });
    /** @type {PlayingGame[]} */
    this.playing = [];
    /** @type {string | null} - the key of the game in progress that is shown */
    this.followed = null;
    /** @type {League.RatedGame[]} - the newest first */
    this.played = [];
    /** Counts what the board has shown, so that earlier animations notice that they are outdated. */
    this.turn = 0;
    this.isBusy = false;
    this.isReplay = false;
    this.element = h("section", { class: "card watched", "aria-labelledby": "watched-title" },
      h("h2", { id: "watched-title" }, t("league.watch"), " ", this.kind),
      this.names, this.board.element, this.told, this.others);
    this.#drawBoard(start);
  }

  /**
   * Takes the games that are being played; one that is shown stays on the board until it is over.
   * @param {PlayingGame[]} games
   */
  hearPlaying(games) {
    const before = this.playing.find(({ key }) => key === this.followed);
    const now = games.find(({ key }) => key === this.followed);
    this.playing = games;
    if (now) this.#show(now);
    else if (before) this.#end(before);
    else if (games.length && (!this.isBusy || this.isReplay)) this.#follow(games[0]);
    this.#drawOthers();
  }

  /** @param {League.RatedGame[]} games - finished ones, the newest first */
  hearPlayed(games) {
    this.played = games;
    if (!this.isBusy && this.followed === null && games.length) this.#replay(games[0]);
  }

  /** @param {PlayingGame} game */
  #follow(game) {
    this.turn += 1;
    [this.followed, this.isBusy, this.isReplay] = [game.key, true, false];
    this.#show(game);
  }

  /** @param {PlayingGame} game */
  #show({ first, second, event, position }) {
    this.#drawNames(first, second, null);
    this.kind.classList.remove("not-now");
    show(this.told, event || t("league.watch.ladder"));
    if (this.board.state?.moves !== position.moves) this.#drawBoard(position);
  }

  /**
   * Shows the result of a game that has just ended, as far as it is known, and then the next game.
   * @param {PlayingGame} game
   */
  async #end(game) {
    this.followed = null;
    const turn = ++this.turn;
    this.kind.classList.add("not-now");
    show(this.told, t("league.watch.over"));
    if (!game.event) await this.#tellEnd(game, turn);
    await this.#pause(END_MS, turn);
    this.#next(turn);
  }

  /**
   * @param {PlayingGame} game
   * @param {number} turn
   */
  async #tellEnd({ first, second, position }, turn) {
    for (let waited = 0; waited < END_MS && turn === this.turn; waited += MOVE_MS) {
      const over = this.played.find((one) =>
        one.first === first && one.second === second && one.moves.startsWith(position.moves));
      if (over) {
        const positions = await this.#positions(over.id);
        if (turn === this.turn && positions.length) this.#drawBoard(positions[positions.length - 1]);
        if (turn === this.turn) this.#drawNames(first, second, over.id);
        if (turn === this.turn) show(this.told, resultText(over));
        return;
      }
      await this.#pause(MOVE_MS, turn);
    }
  }

  /** @param {League.RatedGame} game */
  async #replay(game) {
    const turn = ++this.turn;
    [this.isBusy, this.isReplay] = [true, true];
    const positions = await this.#positions(game.id);
    if (turn !== this.turn) return;
    this.#drawNames(game.first, game.second, game.id);
    this.kind.classList.add("not-now");
    show(this.told, t("league.watch.again"));
    for (const position of positions.slice(game.opening.length)) {
      this.#drawBoard(position);
      await this.#pause(MOVE_MS, turn);
      if (turn !== this.turn) return;
    }
    show(this.told, resultText(game));
    await this.#pause(END_MS, turn);
    this.#next(turn, game.id);
  }

  /**
   * @param {number} turn
   * @param {number} [shown] - the game that was on the board
   */
  #next(turn, shown) {
    if (turn !== this.turn) return;
    this.isBusy = false;
    if (this.playing.length) this.#follow(this.playing[0]);
    else if (this.played.length && this.played[0].id !== shown) this.#replay(this.played[0]);
  }

  /**
   * @param {number} ms
   * @param {number} turn - of the caller; the wait is useless once something else is shown
   */
  async #pause(ms, turn) {
    if (turn === this.turn) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /**
   * @param {number} game
   * @returns {Promise<PositionState[]>}
   */
  #positions(game) {
    return get(`/api/league/games/${game}/positions`).catch(() => []);
  }

  /** @param {PositionState} position */
  #drawBoard(position) {
    this.board.draw(position, { label: describePosition(position), animate: true });
  }

  /**
   * @param {string} first
   * @param {string} second
   * @param {number | null} game - its number, once it has one
   */
  #drawNames(first, second, game) {
    redraw([first, second].map((name, side) => html`<span>${smallDisc(side + 1)}${
      game === null ? name : html`<a href="/games/${game}">${name}</a>`}</span>`), this.names);
  }

  #drawOthers() {
    const others = this.playing.filter(({ key }) => key !== this.followed).slice(0, MOST_OTHERS);
    redraw(repeat(others, ({ key }) => key, (game) => {
      const { first, second } = game;
      const onclick = () => {
        this.#follow(game);
        this.#drawOthers();
      };
      return html`<button type="button" @click=${onclick}>${t("league.watch.pair", { first, second })}</button>`;
    }), this.others);
  }
}
