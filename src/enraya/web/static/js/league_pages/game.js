// One game, move by move, with the solver's review.

import { drawMoves } from "../analyse/move_list.js";
import { Review } from "../analyse/review.js";
import { drawScoreGraph } from "../analyse/score_graph.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { smallDisc } from "../board/discs.js";
import { askReason } from "../league/asking.js";
import { resultText } from "../watching/game_list.js";
import { league } from "../league/who.js";
import { get, post } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { h, made, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { listen } from "../lib/keyboard.js";

const STEPS = [
  { key: "first", by: -Infinity },
  { key: "back", by: -1 },
  { key: "forward", by: 1 },
  { key: "last", by: Infinity },
];

class GamePage {
  /**
   * @param {HTMLElement} main
   * @param {League.LeagueState} known
   * @param {League.RatedGame} game
   * @param {PositionState[]} positions
   */
  constructor(main, known, game, positions) {
    this.positions = positions;
    this.moves = game.moves;
    this.rules = known.rules;
    this.opening = game.opening.length;
    this.names = [game.first, game.second];
    this.reviewPath = `/api/league/games/${game.id}/review`;
    const asked = Number(new URLSearchParams(location.search).get("ply") ?? positions.length - 1);
    this.place = positions[asked] ? asked : positions.length - 1;
    this.board = new BoardWithColumns(() => {});
    this.list = h("ol", { class: "move-list" });
    this.graph = h("div", { class: "graph-box" });
    this.review = new Review(this);
    const canReview = !positions[0].has_bombs;
    const steps = STEPS.map(({ key, by }) =>
      button(t(`walk.${key}`), () => this.step(by), { "aria-label": t(`walk.${key}.label`) }));
    const told = h(
      "section",
      { class: "card" },
      h("div", { class: "players" }, this.names.map((name, side) =>
        h("div", { class: "player" }, made(smallDisc(side + 1)), h("span", { class: "player-name" }, name)))),
      h("p", { class: "status" }, resultText(game)),
      h("div", { class: "walk" }, steps),
      this.list,
    );
    const actions = h(
      "div",
      { class: "buttons" },
      canReview && button(t("league.review"), () => this.review.run(), { class: "primary" }),
      link(t("league.nav.games"), "/games"),
      known.me.is_operator && excludeButton(game.id),
    );
    show(
      main,
      h("h1", {}, t("league.game", { number: game.id })),
      h("div", { class: "table analyse" }, h("div", {}, this.board.element, this.graph),
        h("div", { class: "panel" }, told, actions, this.review.element)),
    );
    listen(() => {}, {
      left: () => this.step(-1),
      right: () => this.step(1),
      home: () => this.step(-Infinity),
      end: () => this.step(Infinity),
    });
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    this.go(this.place + by);
  }

  /** @param {number} place - how many moves are on the board */
  go(place) {
    this.place = Math.max(0, Math.min(this.positions.length - 1, place));
    this.draw();
  }

  draw() {
    this.board.draw(this.positions[this.place], { animate: true });
    /** @param {number} place */
    const go = (place) => this.go(place);
    drawMoves(this.list, this.moves, this.place, this.moves.length, this.review.labels, go);
    this.review.draw();
    drawScoreGraph(this.graph, this.review.found, this.place, go);
  }
}

/**
 * The operator's button that excludes a game, and with it the other game of its pair.
 * @param {number} number - of the game
 */
function excludeButton(number) {
  const title = t("league.exclude");
  const path = `/api/league/operator/games/${number}/exclude`;
  return button(title, () => askReason(title, (reason) => post(path, { reason }), { note: t("league.exclude.note") }));
}

/** @param {HTMLElement} main */
export async function render(main) {
  const path = `/api/league${location.pathname}`;
  /** @type {[League.LeagueState, League.RatedGame, PositionState[]]} */
  const [known, game, positions] = await Promise.all([league(), get(path), get(`${path}/positions`)]);
  new GamePage(main, known, game, positions).draw();
}
