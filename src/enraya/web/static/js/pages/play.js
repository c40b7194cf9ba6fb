// The view in which one plays.

import { address, get, post } from "../lib/api.js";
import { columnName, columnNumber, outcomeText } from "../board/position_text.js";
import { button, link } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { smallDisc } from "../board/discs.js";
import { AgentTurns } from "../play/agent_turns.js";
import { ExactScores } from "../analyse/exact_scores.js";
import { t } from "../lib/i18n.js";
import { listen } from "../lib/keyboard.js";
import { NewGameDialog } from "../play/new_game_dialog.js";
import { BoardWithColumns } from "../board/board_with_columns.js";
import { drawThinking, thinkingPanel } from "../play/thinking_panel.js";
import { namedAgents, playerName } from "../play/named_agents.js";

const DEFAULTS = { rules: "classic", first: "human", second: "level(4)", seconds: 1, moves: "" };

class PlayPage {
  constructor(main) {
    this.game = null;
    this.agents = [];
    this.board = new BoardWithColumns((column) => this.play(columnName(column)));
    this.scores = new ExactScores(() => this.draw());
    this.agentTurns = new AgentTurns(this);
    this.dialog = new NewGameDialog((settings) => this.begin(settings));
    this.status = h("p", { class: "status", id: "status" });
    this.players = h("div", { class: "players" });
    this.buttons = h("div", { class: "buttons" });
    this.moves = h("p", { class: "moves", tabindex: "0" });
    this.thinking = thinkingPanel();
    this.problem = h("p", { class: "problem", role: "alert" });
    show(main, this.#layout());
    this.#listen();
  }

  #layout() {
    const panel = h(
      "div",
      { class: "panel" },
      h("section", { class: "card", "aria-label": t("game.title") }, this.players, this.status, this.problem, this.buttons, this.agentTurns.element),
      this.thinking,
      h("section", { class: "card" }, h("h2", {}, t("game.moves")), this.moves),
      h("p", { class: "keys" }, t("play.keys")),
    );
    return h("div", { class: "table" }, h("h1", { class: "unseen" }, t("nav.play")), this.board.element, panel, this.dialog.element);
  }

  #listen() {
    const arrow = (direction) => () => this.board.columns.step(direction);
    listen({
      column: (column) => this.play(columnName(column)),
      left: arrow(-1),
      right: arrow(1),
      b: () => this.boom(),
      u: () => this.change("undo"),
      r: () => this.change("redo"),
      h: () => this.toggleScores(),
      n: () => this.openDialog(),
    });
  }

  // Finds the game to show: the one in the address, a shared position, the last one, a new one.
  async start() {
    this.agents = await namedAgents();
    const query = new URLSearchParams(location.search);
    const known = query.get("game") ?? (query.has("pos") ? null : localStorage.getItem("game"));
    if (known) {
      try {
        return this.accept(await get(`/api/games/${encodeURIComponent(known)}`));
      } catch (error) {
        if (error.status !== 404 && error.status !== 422) return this.fail(error);
      }
    }
    const shared = { moves: query.get("pos") ?? "", rules: query.get("rules") ?? undefined };
    const wanted = { ...this.settings(), moves: "", ...strip(shared), ...strip(playersIn(query)) };
    try {
      return await this.begin(query.has("pos") ? wanted : { ...wanted, moves: "" });
    } catch (error) {
      await this.begin(DEFAULTS);
      return this.fail(error);
    }
  }

  settings() {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };
  }

  async begin(settings) {
    const game = await post("/api/games", settings);
    localStorage.setItem("settings", JSON.stringify(settings));
    this.agentTurns.reset();
    this.problem.textContent = "";
    this.accept(game);
  }

  // Shows a new state of the game, and lets an agent move when it is its turn.
  accept(game) {
    const before = this.game?.id === game.id ? this.game.position : null;
    this.game = game;
    localStorage.setItem("game", game.id);
    history.replaceState(null, "", `/?game=${game.id}`);
    this.draw(true);
    if (before?.moves !== game.position.moves) this.tell(before);
    this.scores.ask(game.position);
    this.agentTurns.go();
  }

  get mover() {
    return this.game.players[this.game.position.to_move - 1];
  }

  get isHumansTurn() {
    return !this.game.position.over && this.mover === "human";
  }

  nameOf(agent) {
    return playerName(agent, this.agents);
  }

  async play(move) {
    if (!this.isHumansTurn || this.sending) return;
    if (!this.game.position.legal_moves.includes(move)) return this.refuse(move);
    await this.send("moves", { move, plies: this.game.position.moves.length });
  }

  // The page knows what is possible; asking the server would only put an error on the console.
  refuse(move) {
    this.problem.textContent = [t("board.column", { column: move }), t("board.full")].join(", ");
  }

  boom() {
    if (this.game.position.can_explode) this.play("B");
  }

  async change(step) {
    if (step === "undo" ? !this.game.can_undo : !this.game.undone) return;
    this.agentTurns.stop();
    await this.send(step);
  }

  async send(step, body) {
    this.sending = true;
    try {
      const game = await post(`/api/games/${this.game.id}/${step}`, body);
      this.problem.textContent = "";
      this.sending = false;
      if (step === "undo") this.agentTurns.hold();
      this.accept(game);
    } catch (error) {
      this.sending = false;
      if (error.code === "game_changed") this.accept(await get(`/api/games/${this.game.id}`));
      this.fail(error);
    }
  }

  fail(error) {
    this.problem.textContent = error.message;
  }

  toggleScores() {
    this.scores.toggle();
    announce(t(this.scores.on ? "hints.on" : "hints.off"));
    this.draw();
    this.scores.ask(this.game.position);
  }

  async openDialog() {
    const [first, second] = this.game.players;
    const { position, seconds } = this.game;
    this.dialog.open({ rules: position.rules, first, second, seconds }, this.agents);
  }

  draw(animate = false) {
    const state = this.game.position;
    this.board.draw(state, {
      values: this.scores.valuesFor(state),
      interactive: this.isHumansTurn,
      animate,
    });
    this.status.textContent = this.statusText();
    show(this.players, [1, 2].map((player) => this.#player(player)));
    show(this.buttons, this.#buttons());
    this.moves.textContent = state.moves || t("game.no_moves");
    drawThinking(this.thinking, this.game.thinking);
    this.agentTurns.draw();
  }

  #player(player) {
    const state = this.game.position;
    const active = !state.over && state.to_move === player;
    const name = this.nameOf(this.game.players[player - 1]);
    return h(
      "div",
      { class: `player ${active ? "active" : ""}` },
      smallDisc(player),
      h("span", { class: "player-name" }, name),
      state.winner === player && h("span", { class: "tag" }, t("game.winner")),
    );
  }

  #buttons() {
    const { position, can_undo: canUndo, undone } = this.game;
    const analyse = address("/analyse", { pos: position.moves, rules: position.rules, review: position.over ? 1 : null });
    return [
      position.has_bombs && button(t("play.boom"), () => this.boom(), { disabled: !position.can_explode || !this.isHumansTurn, class: "boom" }),
      button(t("play.undo"), () => this.change("undo"), { disabled: !canUndo }),
      button(t("play.redo"), () => this.change("redo"), { disabled: !undone }),
      button(t("play.hints"), () => this.toggleScores(), { "aria-pressed": String(this.scores.on), disabled: position.has_bombs }),
      button(t("play.new"), () => this.openDialog(), { class: "primary" }),
      link(t(position.over ? "play.review" : "play.analyse"), analyse),
      button(t("play.share"), () => this.share()),
    ];
  }

  async share() {
    const { moves, rules } = this.game.position;
    const link = `${location.origin}${address("/", { pos: moves, rules })}`;
    try {
      await navigator.clipboard.writeText(link);
      this.status.textContent = t("play.shared", { link });
    } catch {
      this.status.textContent = link;
    }
  }

  statusText() {
    const state = this.game.position;
    if (state.over) return outcomeText(state);
    const name = this.nameOf(this.mover);
    const side = t(`side.${state.to_move}`);
    const turn = this.mover === "human" ? t("game.your_turn", { side }) : t("game.turn", { side, name });
    const extra = [
      state.next_is_bomb && t("game.next_bomb"),
      state.can_explode && this.isHumansTurn && t("game.can_explode"),
      this.scores.on && state.has_bombs && t("hints.impossible"),
      this.scores.on && this.scores.problem,
    ];
    return [turn, ...extra.filter(Boolean)].join(" ");
  }

  // Says the last move and what follows, for those who listen.
  tell(before) {
    const state = this.game.position;
    const forward = before && state.moves.length > before.moves.length;
    const move = forward ? state.moves.at(-1) : null;
    const said = move && t(move === "B" ? "say.boom" : "say.move", { side: t(`side.${before.to_move}`), column: columnNumber(move) });
    announce([said, this.statusText()].filter(Boolean).join(" "));
  }
}

function strip(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

function playersIn(query) {
  return { first: query.get("first"), second: query.get("second") };
}

export async function render(main) {
  const view = new PlayPage(main);
  await view.start();
}
