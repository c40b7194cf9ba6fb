// The page for playing games.

/** @import { GameSettings } from "../play/new_game_dialog.js" */
/** @import { Opponent } from "../play/named_agents.js" */

import { ExactScores } from "../analyse/exact_scores.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { smallDisc } from "../board/discs.js";
import { columnName, columnNumber, endText, refusalText } from "../board/position_text.js";
import { beginLink } from "../friend/memory.js";
import { Refused, address, messageOf, post } from "../lib/api.js";
import { announce, h, html, nothing, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { listen } from "../lib/keyboard.js";
import { AgentTurns } from "../play/agent_turns.js";
import { GAME, beginGame, getGame, knownGame, newSettings } from "../play/beginning.js";
import { drawEnding, headline } from "../play/ending.js";
import { Hint } from "../play/hint.js";
import { IconBar } from "../play/icon_bar.js";
import { bombGame, drawBombGame, drawTurnLine, turnLine, turnText } from "../play/bomb_game.js";
import { myGames } from "../play/my_games.js";
import { isOwn, namedAgents, playerName } from "../play/named_agents.js";
import { NewGameDialog } from "../play/new_game_dialog.js";
import { ShareDialog } from "../play/share_dialog.js";
import { drawStatistics, statisticsCard } from "../play/statistics_table.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";

const BOOM = "B";

class PlayPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   * @param {Opponent[]} named
   * @param {GameState} game
   */
  constructor(main, known, named, game) {
    this.game = game;
    this.named = named;
    this.isSending = false;
    this.isFalling = false;
    this.board = new BoardWithColumns((column) => this.play(columnName(column)));
    this.scores = new ExactScores(() => this.draw());
    this.agentTurns = new AgentTurns(this);
    this.dialog = new NewGameDialog(known, (settings) => this.begin(settings));
    this.status = h("p", { class: "status", id: "status" });
    this.players = h("div", { class: "players" });
    this.hint = new Hint();
    this.bar = new IconBar({
      boom: () => this.boom(),
      undo: () => this.change("undo"),
      redo: () => this.change("redo"),
      hint: () => this.giveHint(),
      scores: () => this.toggleScores(),
      new: () => this.openDialog(),
      share: () => this.share(),
    });
    this.ending = h("div", { class: "ending", hidden: true });
    this.links = h("div", { class: "buttons" });
    this.shareDialog = new ShareDialog();
    this.moves = h("p", { class: "moves", tabindex: "0" });
    this.turnLine = turnLine();
    this.bombGame = bombGame();
    this.thinking = thinkingPanel();
    this.statistics = statisticsCard();
    this.problem = h("p", { class: "problem", role: "alert" });
    show(main, this.#layout());
    this.#listen();
  }

  #layout() {
    const status = h("div", { class: "status-box" }, this.status, this.problem);
    const told = h("section", { class: "told", "aria-label": t("game.title") }, this.players, this.turnLine, status);
    const moment = h("div", { class: "moment" }, this.agentTurns.element, this.ending);
    const panel = h(
      "div",
      { class: "panel" },
      this.bombGame,
      h("section", { class: "card" }, h("h2", {}, t("game.moves")), this.moves, this.links),
      myGames(this.named, (id) => this.deleted(id)),
      h("p", { class: "keys" }, t("play.keys")),
      this.statistics,
      this.thinking,
    );
    const title = h("h1", { class: "unseen" }, t("nav.play"));
    const dialogs = [this.dialog.element, this.shareDialog.element];
    return h("div", { class: "table play" }, title, told, this.board.element, moment, this.bar.element, panel, dialogs);
  }

  #listen() {
    listen((column) => this.play(columnName(column)), {
      left: () => this.board.columns.step(-1),
      right: () => this.board.columns.step(1),
      b: () => this.boom(),
      u: () => this.change("undo"),
      r: () => this.change("redo"),
      h: () => this.toggleScores(),
      i: () => this.giveHint(),
      n: () => this.openDialog(),
    });
  }

  /** @param {GameSettings} settings */
  async begin(settings) {
    const game = await beginGame(settings);
    this.agentTurns.reset();
    this.showProblem(null);
    this.accept(game);
  }

  /**
   * Shows a new state of the game, and lets an agent move if it is the agent's turn.
   * @param {GameState} game
   * @param {PositionState | null} before - the state of this game that was shown before, if any
   */
  accept(game, before = this.game.id === game.id ? this.game.position : null) {
    this.game = game;
    localStorage.setItem(GAME, game.id);
    history.replaceState(null, "", `/?game=${game.id}`);
    const isNew = before?.moves !== game.position.moves;
    this.isFalling = isNew && before !== null && game.position.over;
    this.draw(true);
    if (this.isFalling) this.#end(game, before);
    else if (isNew) this.tell(before);
    this.scores.ask(game.position);
    this.agentTurns.go();
  }

  /**
   * Says how a game has ended, once its last stone has landed.
   * @param {GameState} game
   * @param {PositionState | null} before
   */
  async #end(game, before) {
    await this.landed();
    if (this.game !== game) return;
    this.isFalling = false;
    this.draw();
    this.tell(before);
  }

  /**
   * Replaces a deleted game, if it is the one shown, by a new one with the same settings.
   * @param {string} id
   */
  deleted(id) {
    if (id === this.game.id) this.playAgain();
  }

  get mover() {
    return this.game.players[this.game.position.to_move - 1];
  }

  get isHumansTurn() {
    return this.game.mine && !this.game.position.over && this.mover === "human";
  }

  landed() {
    return this.board.board.landed();
  }

  /** @param {string} move */
  async play(move) {
    if (!this.isHumansTurn || this.isSending) return;
    if (this.game.position.legal_moves.includes(move)) {
      await this.send("moves", { move, plies: this.game.position.moves.length });
    } else this.refuse(move);
  }

  /**
   * Refuses a move without asking the server, which would only log an error in the console.
   * @param {string} move
   */
  refuse(move) {
    this.problem.textContent = refusalText(this.game.position, move);
  }

  boom() {
    if (this.game.position.can_explode) this.play(BOOM);
  }

  /** @param {"undo" | "redo"} step */
  async change(step) {
    if (!this.game.mine || (step === "undo" ? !this.game.can_undo : !this.game.undone)) return;
    this.agentTurns.stop();
    await this.send(step);
  }

  /**
   * @param {"moves" | "undo" | "redo"} step
   * @param {HumanMove} [body]
   */
  async send(step, body) {
    this.isSending = true;
    try {
      const game = await post(`/api/games/${this.game.id}/${step}`, body);
      this.showProblem(null);
      this.isSending = false;
      if (step === "undo") this.agentTurns.hold();
      this.accept(game);
    } catch (error) {
      this.isSending = false;
      const hasChanged = error instanceof Refused && error.code === "game_changed";
      if (hasChanged) this.accept(await getGame(this.game.id));
      this.showProblem(error);
    }
  }

  /** @param {unknown} error - null to clear the message */
  showProblem(error) {
    this.problem.textContent = error === null ? "" : messageOf(error);
  }

  toggleScores() {
    this.scores.toggle();
    announce(t(this.scores.on ? "hints.on" : "hints.off"));
    this.draw();
    this.scores.ask(this.game.position);
  }

  async giveHint() {
    if (!this.isHumansTurn) return;
    try {
      await this.hint.ask(this.game);
    } catch (error) {
      this.showProblem(error);
    }
    this.draw();
    announce(this.hint.of(this.game.position)?.text ?? "");
  }

  /**
   * Begins another game with the same players, rules, time and opening.
   * @param {boolean} swapped - whether the players change sides
   */
  async playAgain(swapped = false) {
    const { position, seconds, opening, players } = this.game;
    const [first, second] = swapped ? [players[1], players[0]] : players;
    try {
      await this.begin({ rules: position.rules, first, second, seconds, moves: opening });
    } catch (error) {
      this.showProblem(error);
    }
  }

  openDialog() {
    const { position, seconds, players: [first, second] } = this.game;
    this.dialog.open({ rules: position.rules, first, second, seconds }, this.named);
  }

  draw(animate = false) {
    const { position, thinking, statistics } = this.game;
    const values = this.scores.valuesFor(position);
    const hint = this.hint.of(position)?.column ?? null;
    this.board.draw(position, { values, interactive: this.isHumansTurn, animate, hint });
    this.status.textContent = this.isFalling ? "" : this.statusText();
    redraw([1, 2].map((player) => this.#player(player)), this.players);
    this.bar.draw(this.#looks());
    redraw(html`<a class="button" href=${this.#analysis}>${t("play.analyse")}</a>
      <button type="button" @click=${() => this.inviteFriend()}>${t("play.friend")}</button>`, this.links);
    drawEnding(this.ending, this.isFalling ? null : this.game, (player) => this.#name(player), {
      onRematch: () => this.playAgain(),
      onSwap: () => this.playAgain(true),
      analyse: this.#analysis,
    });
    this.moves.textContent = position.moves || t("game.no_moves");
    drawTurnLine(this.turnLine, position);
    drawBombGame(this.bombGame, position);
    drawThinking(this.thinking, thinking);
    drawStatistics(this.statistics, statistics, (player) => this.#name(player));
    this.agentTurns.draw();
  }

  /** @param {number} player */
  #name(player) {
    const { players, names } = this.game;
    const agent = players[player - 1];
    return playerName(isOwn(agent, this.named) ? agent : names[player - 1], this.named);
  }

  /** @param {number} player */
  #player(player) {
    const state = this.game.position;
    const isActive = !state.over && state.to_move === player;
    return html`<div class="player ${isActive ? "active" : ""}">
      ${smallDisc(player)}<span class="player-name">${this.#name(player)}</span>
      ${state.winner === player && !this.isFalling
        ? html`<span class="tag"><span aria-hidden="true">★</span><span class="unseen">${
          t("game.winner")}</span></span>`
        : nothing}
    </div>`;
  }

  get #analysis() {
    const { moves, rules, over, has_bombs: hasBombs } = this.game.position;
    return address("/analyse", { pos: moves, rules, review: over && !hasBombs ? 1 : null });
  }

  #looks() {
    const { position, can_undo: canUndo, undone, mine } = this.game;
    const { has_bombs: hasBombs } = position;
    return {
      boom: { hidden: !hasBombs, disabled: !(position.can_explode && this.isHumansTurn) },
      undo: { disabled: !mine || !canUndo },
      redo: { disabled: !mine || !undone },
      hint: { disabled: !this.isHumansTurn },
      scores: { hidden: hasBombs, pressed: this.scores.on },
    };
  }

  // Creates a game by link with the same rules, and opens it.
  async inviteFriend() {
    try {
      location.assign(await beginLink({ rules: this.game.position.rules }));
    } catch (error) {
      this.showProblem(error);
    }
  }

  // Others who open the link get the same players, except uploaded agents, which only their owner can use.
  share() {
    const { players, position: { moves, rules } } = this.game;
    const [first, second] = players.map((player) => (isOwn(player, this.named) ? null : player));
    return this.shareDialog.open(`${location.origin}${address("/", { pos: moves, rules, first, second })}`);
  }

  statusText() {
    const state = this.game.position;
    if (state.over) return endText(state);
    const name = this.#name(state.to_move);
    const side = t(`side.${state.to_move}`);
    const turn = this.mover === "human" ? t("game.your_turn", { side }) : t("game.turn", { side, name });
    const extra = [
      !this.game.mine && t("own.others"),
      this.hint.of(state)?.text,
      state.next_is_bomb && t("game.next_bomb"),
      state.can_explode && this.isHumansTurn && t("game.can_explode"),
      this.scores.on && state.has_bombs && t("hints.impossible"),
      this.scores.on && this.scores.problem,
    ];
    return [turn, ...extra.filter(Boolean)].join(" ");
  }

  /**
   * Announces the last move and what follows to screen readers.
   * @param {PositionState | null} before
   */
  tell(before) {
    const { moves } = this.game.position;
    const said = before && moves.length > before.moves.length ? moveText(moves.slice(-1), before.to_move) : "";
    const end = this.game.position.over && headline(this.game, (player) => this.#name(player));
    announce([said, end, this.statusText(), turnText(this.game.position)].filter(Boolean).join(" "));
  }
}

/**
 * @param {string} move
 * @param {number} player
 */
function moveText(move, player) {
  const side = t(`side.${player}`);
  return t(move === BOOM ? "say.boom" : "say.move", { side, column: columnNumber(move) });
}

/** @param {HTMLElement} main */
export async function render(main) {
  const query = new URLSearchParams(location.search);
  const [known, named] = [await information(), await namedAgents()];
  const fields = Object.entries(known.requests.game);
  /** @type {any} */
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
  /** @type {unknown} */
  let problem = null;
  let game = await knownGame(query);
  try {
    game ??= await beginGame(newSettings(query, defaults), !query.has("pos"));
  } catch (error) {
    problem = error;
    game = await beginGame(defaults);
  }
  const page = new PlayPage(main, known, named, game);
  page.accept(game, null);
  if (problem) page.showProblem(problem);
}
