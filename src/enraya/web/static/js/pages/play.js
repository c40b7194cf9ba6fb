// The page for playing games.

/** @import { GameSettings } from "../play/new_game_dialog.js" */
/** @import { Opponent } from "../play/named_agents.js" */

import { ExactScores } from "../analyse/exact_scores.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { smallDisc } from "../board/discs.js";
import { columnName, columnNumber, endText } from "../board/position_text.js";
import { beginLink } from "../friend/memory.js";
import { Refused, address, get, messageOf, post } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { listen } from "../lib/keyboard.js";
import { AgentTurns } from "../play/agent_turns.js";
import { bombGame, drawBombGame, turnText } from "../play/bomb_game.js";
import { myGames } from "../play/my_games.js";
import { namedAgents, playerName } from "../play/named_agents.js";
import { NewGameDialog } from "../play/new_game_dialog.js";
import { drawStatistics, statisticsCard } from "../play/statistics_table.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";

const SETTINGS = "settings";
const GAME = "game";
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
    this.board = new BoardWithColumns((column) => this.play(columnName(column)));
    this.scores = new ExactScores(() => this.draw());
    this.agentTurns = new AgentTurns(this);
    this.dialog = new NewGameDialog(known, (settings) => this.begin(settings));
    this.status = h("p", { class: "status", id: "status" });
    this.players = h("div", { class: "players" });
    this.buttons = h("div", { class: "buttons" });
    this.moves = h("p", { class: "moves", tabindex: "0" });
    this.bombGame = bombGame();
    this.thinking = thinkingPanel();
    this.statistics = statisticsCard();
    this.problem = h("p", { class: "problem", role: "alert" });
    show(main, this.#layout());
    this.#listen();
  }

  #layout() {
    const told = [this.players, this.status, this.bombGame, this.problem];
    const panel = h(
      "div",
      { class: "panel" },
      h("section", { class: "card", "aria-label": t("game.title") }, told, this.buttons, this.agentTurns.element),
      this.thinking,
      this.statistics,
      h("section", { class: "card" }, h("h2", {}, t("game.moves")), this.moves),
      myGames(this.named, (id) => this.deleted(id)),
      h("p", { class: "keys" }, t("play.keys")),
    );
    const title = h("h1", { class: "unseen" }, t("nav.play"));
    return h("div", { class: "table" }, title, this.board.element, panel, this.dialog.element);
  }

  #listen() {
    listen((column) => this.play(columnName(column)), {
      left: () => this.board.columns.step(-1),
      right: () => this.board.columns.step(1),
      b: () => this.boom(),
      u: () => this.change("undo"),
      r: () => this.change("redo"),
      h: () => this.toggleScores(),
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
   * Shows a new state of the game, and lets an agent move when it is its turn.
   * @param {GameState} game
   * @param {PositionState | null} before - what was shown of this game, if anything
   */
  accept(game, before = this.game.id === game.id ? this.game.position : null) {
    this.game = game;
    localStorage.setItem(GAME, game.id);
    history.replaceState(null, "", `/?game=${game.id}`);
    this.draw(true);
    if (before?.moves !== game.position.moves) this.tell(before);
    this.scores.ask(game.position);
    this.agentTurns.go();
  }

  /**
   * A game that was deleted gives way to a new one like it.
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
   * The page knows what is possible; asking the server would only put an error on the console.
   * @param {string} move
   */
  refuse(move) {
    this.problem.textContent = [t("board.column", { column: move }), t("board.full")].join(", ");
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

  /** @param {unknown} error - null for none */
  showProblem(error) {
    this.problem.textContent = error === null ? "" : messageOf(error);
  }

  toggleScores() {
    this.scores.toggle();
    announce(t(this.scores.on ? "hints.on" : "hints.off"));
    this.draw();
    this.scores.ask(this.game.position);
  }

  // Begins the same game again: players, rules, time and opening stay.
  async playAgain() {
    const { position, seconds, opening, players: [first, second] } = this.game;
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
    this.board.draw(position, { values, interactive: this.isHumansTurn, animate });
    this.status.textContent = this.statusText();
    show(this.players, [1, 2].map((player) => this.#player(player)));
    show(this.buttons, this.#buttons());
    this.moves.textContent = position.moves || t("game.no_moves");
    drawBombGame(this.bombGame, position);
    drawThinking(this.thinking, thinking);
    drawStatistics(this.statistics, statistics, (player) => this.#name(player));
    this.agentTurns.draw();
  }

  /** @param {number} player */
  #name(player) {
    return playerName(this.game.players[player - 1], this.named);
  }

  /** @param {number} player */
  #player(player) {
    const state = this.game.position;
    const isActive = !state.over && state.to_move === player;
    return h(
      "div",
      { class: `player ${isActive ? "active" : ""}` },
      smallDisc(player),
      h("span", { class: "player-name" }, this.#name(player)),
      state.winner === player && h("span", { class: "tag" }, t("game.winner")),
    );
  }

  #buttons() {
    const { position, can_undo: canUndo, undone, mine } = this.game;
    const { moves, rules, over, has_bombs: hasBombs } = position;
    const analyse = address("/analyse", { pos: moves, rules, review: over ? 1 : null });
    const canExplode = position.can_explode && this.isHumansTurn;
    const isPressed = String(this.scores.on);
    return [
      hasBombs && button(t("play.boom"), () => this.boom(), { disabled: !canExplode, class: "boom" }),
      button(t("play.undo"), () => this.change("undo"), { disabled: !mine || !canUndo }),
      button(t("play.redo"), () => this.change("redo"), { disabled: !mine || !undone }),
      button(t("play.hints"), () => this.toggleScores(), { "aria-pressed": isPressed, disabled: hasBombs }),
      over && button(t("play.again"), () => this.playAgain(), { class: "primary" }),
      button(t("play.new"), () => this.openDialog(), { class: over ? null : "primary" }),
      link(t(over ? "play.review" : "play.analyse"), analyse),
      button(t("play.share"), () => this.share()),
      button(t("play.friend"), () => this.inviteFriend()),
    ];
  }

  // Makes a game by link under the rules of this one, and goes there.
  async inviteFriend() {
    try {
      location.assign(await beginLink({ rules: this.game.position.rules }));
    } catch (error) {
      this.showProblem(error);
    }
  }

  async share() {
    const { moves, rules } = this.game.position;
    const shared = `${location.origin}${address("/", { pos: moves, rules })}`;
    try {
      await navigator.clipboard.writeText(shared);
      this.status.textContent = t("play.shared", { link: shared });
    } catch {
      this.status.textContent = shared;
    }
  }

  statusText() {
    const state = this.game.position;
    if (state.over) return endText(state);
    const name = playerName(this.mover, this.named);
    const side = t(`side.${state.to_move}`);
    const turn = this.mover === "human" ? t("game.your_turn", { side }) : t("game.turn", { side, name });
    const extra = [
      !this.game.mine && t("own.others"),
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
    announce([said, this.statusText(), turnText(this.game.position)].filter(Boolean).join(" "));
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

/**
 * @param {GameSettings} settings
 * @returns {Promise<GameState>}
 */
async function beginGame(settings) {
  const game = await post("/api/games", settings);
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
  return game;
}

/**
 * @param {string} id
 * @returns {Promise<GameState>}
 */
function getGame(id) {
  return get(`/api/games/${encodeURIComponent(id)}`);
}

/**
 * The game that the address names, or the last one of this browser; null when the laboratory has
 * no such game.
 * @param {URLSearchParams} query
 */
async function knownGame(query) {
  const id = query.get("game") ?? (query.has("pos") ? null : localStorage.getItem(GAME));
  if (!id) return null;
  try {
    const game = await getGame(id);
    return game.mine || query.has("game") ? game : null;
  } catch (error) {
    if (error instanceof Refused && [404, 422].includes(error.status)) return null;
    throw error;
  }
}

/**
 * The settings of a new game: what the address says, else those of the last game.
 * @param {URLSearchParams} query
 * @param {GameSettings} defaults
 */
function newSettings(query, defaults) {
  const last = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}");
  const shared = { rules: query.get("rules"), first: query.get("first"), second: query.get("second") };
  const named = Object.fromEntries(Object.entries(shared).filter(([, value]) => value));
  return { ...defaults, ...last, ...named, moves: query.get("pos") ?? "" };
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
    game ??= await beginGame(newSettings(query, defaults));
  } catch (error) {
    problem = error;
    game = await beginGame(defaults);
  }
  const page = new PlayPage(main, known, named, game);
  page.accept(game, null);
  if (problem) page.showProblem(problem);
}
