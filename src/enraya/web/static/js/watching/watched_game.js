// The newest game, played again move by move on a board; when it is over, the newest one by then.

import { Board } from "../board/board.js";
import { smallDisc } from "../board/discs.js";
import { describePosition } from "../board/position_text.js";
import { get } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { resultText } from "./game_list.js";

const MOVE_MS = 700;
const END_MS = 4000;

export class WatchedGame {
  constructor() {
    this.board = new Board(() => {});
    this.names = h("p", { class: "watched-names" });
    this.result = h("p", { class: "note watched-result" });
    /** @type {League.GameState | undefined} */
    this.next = undefined;
    this.isPlaying = false;
    this.element = h("section", { class: "card watched", hidden: true }, h("h2", {}, t("league.watch")),
      this.names, this.board.element, this.result);
  }

  /**
   * The newest game; it is shown when the one before is over.
   * @param {League.GameState | undefined} game
   */
  offer(game) {
    this.next = game;
    if (game && !this.isPlaying) this.#play(game);
  }

  /** @param {League.GameState} game */
  async #play(game) {
    this.isPlaying = true;
    /** @type {PositionState[]} */
    const positions = await get(`/api/league/games/${game.id}/positions`).catch(() => []);
    this.element.hidden = positions.length === 0;
    show(this.names, [game.first, game.second].map((name, side) =>
      h("span", {}, smallDisc(side + 1), h("a", { href: `/games/${game.id}` }, name))));
    show(this.result);
    for (const position of positions.slice(game.opening.length)) {
      this.board.draw(position, { label: describePosition(position), animate: true });
      await new Promise((resolve) => setTimeout(resolve, MOVE_MS));
    }
    show(this.result, resultText(game));
    await new Promise((resolve) => setTimeout(resolve, END_MS));
    this.isPlaying = false;
    if (this.next && this.next.id !== game.id) this.#play(this.next);
  }
}
