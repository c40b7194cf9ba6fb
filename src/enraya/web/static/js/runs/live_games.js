// Games that are being played now, each on a small board that follows it.

import { Board } from "../board/board.js";
import { smallDisc } from "../board/discs.js";
import { describePosition } from "../board/position_text.js";
import { h, html, redraw } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class LiveGames {
  /** @param {(agent: string) => string} nameOf */
  constructor(nameOf) {
    this.nameOf = nameOf;
    /** @type {LiveGame[]} */
    this.places = [];
    this.box = h("div", { class: "live-games" });
    this.element = h("section", { class: "card", hidden: true }, h("h2", {}, t("arena.playing")), this.box);
  }

  /** @param {TournamentState} run */
  draw({ playing }) {
    this.element.hidden = !playing.length;
    playing.forEach((game, index) => this.#place(index).draw(game, this.nameOf));
    this.places.forEach((place, index) => {
      place.element.hidden = index >= playing.length;
    });
  }

  /**
   * The place of a game; its board is kept, so that the next stone of the game is animated.
   * @param {number} index
   */
  #place(index) {
    if (!this.places[index]) {
      this.places[index] = new LiveGame();
      this.box.append(this.places[index].element);
    }
    return this.places[index];
  }
}

class LiveGame {
  constructor() {
    this.board = new Board(() => {});
    this.names = h("figcaption", {});
    this.element = h("figure", {}, this.names, this.board.element);
  }

  /**
   * @param {GameInProgress} game
   * @param {(agent: string) => string} nameOf
   */
  draw({ first, second, position }, nameOf) {
    const names = [first, second].map((name, side) => html`<span>${smallDisc(side + 1)}${nameOf(name)}</span>`);
    redraw(names, this.names);
    if (this.board.state?.moves === position.moves) return;
    this.board.draw(position, { label: describePosition(position), animate: true });
  }
}
