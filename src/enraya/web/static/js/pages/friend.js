// The page of a game by link: for its two players and its watchers.

import { BoardWithColumns } from "../board/board_with_columns.js";
import { columnName, refusalText } from "../board/position_text.js";
import { LinkClock } from "../friend/clock.js";
import { invitationCard, linkTo } from "../friend/invitation.js";
import { joinForm } from "../friend/join.js";
import { beginLink, forgetLink, isSeated, keepLink, keepName, linkSecrets, newSecret } from "../friend/memory.js";
import { drawPlayers } from "../friend/players.js";
import { settingsCard } from "../friend/settings.js";
import { LinkStream } from "../friend/stream.js";
import { asksText, changeText, seatName, statusText } from "../friend/words.js";
import { Refused, UNREACHABLE, address, get, isAborted, messageOf, post } from "../lib/api.js";
import { announce, guard, h, html, nothing, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { listen } from "../lib/keyboard.js";
import { linkField } from "../lib/links.js";
import { bombGame, drawBombGame, drawTurnLine, turnLine } from "../play/bomb_game.js";

const BOOM = "B";
const AGAIN = [0, 429, 502, 503, 504];
const SURE_TIME = 4000;

class FriendPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   * @param {LinkView} view
   * @param {string} secret - of a seat, of an invitation, or empty
   */
  constructor(main, known, view, secret) {
    this.known = known;
    this.view = view;
    this.game = view.game;
    this.seat = view.seat;
    this.presence = view.presence;
    this.secret = secret;
    this.isOpen = true;
    this.isSure = false;
    this.isFalling = false;
    /** @type {string | null} */
    this.sending = null;
    this.drawn = "";
    this.path = `/api/links/${this.game.id}`;
    this.board = new BoardWithColumns((column) => this.play(columnName(column)));
    this.clock = new LinkClock();
    this.stream = new LinkStream(this.path, () => this.game.version, () => this.headers, {
      game: (game) => this.accept(game),
      presence: (presence) => this.notice(presence),
      connection: (isOpen) => this.connect(isOpen),
    });
    this.players = h("div", { class: "players" });
    this.status = h("p", { class: "status", id: "status" });
    this.connection = h("p", { class: "problem", id: "connection" });
    this.offer = h("div", { class: "offer" });
    this.turnLine = turnLine();
    this.bombGame = bombGame();
    this.problem = h("p", { class: "problem", role: "alert" });
    this.buttons = h("div", { class: "buttons" });
    this.moves = h("p", { class: "moves", tabindex: "0" });
    this.side = h("div", { class: "panel" });
    this.card = h("section", { class: "card", "aria-label": t("game.title"), tabindex: "-1" });
    this.table = this.#layout();
    show(main, this.table);
    this.clock.set(this.game.clock);
    this.draw();
    this.#listen();
    this.stream.start();
  }

  #layout() {
    const told = [this.players, this.turnLine, this.status, this.connection, this.offer, this.bombGame, this.problem];
    const panel = h(
      "div",
      { class: "panel" },
      show(this.card, told, this.buttons),
      this.side,
      h("section", { class: "card" }, h("h2", {}, t("game.moves")), this.moves),
      h("p", { class: "keys" }, t("friend.keys")),
      h("p", { class: "note" }, t("friend.kept", { days: this.view.kept_days, unfinished: this.view.unfinished_days })),
    );
    return h("div", { class: "table" }, h("h1", { class: "unseen" }, t("nav.friend")), this.board.element, panel);
  }

  #listen() {
    listen((column) => this.play(columnName(column)), {
      left: () => this.board.columns.step(-1),
      right: () => this.board.columns.step(1),
      b: () => this.boom(),
    });
  }

  /** @returns {Record<string, string>} */
  get headers() {
    return this.secret ? { "Enraya-Seat": this.secret } : {};
  }

  get isOwnTurn() {
    const { over, has_begun: hasBegun, seats, position } = this.game;
    return this.seat !== null && hasBegun && !over && seats[this.seat].player === position.to_move;
  }

  /**
   * Shows a state, unless a newer one is shown already: responses and events can overtake each other.
   * @param {LinkState} game
   */
  accept(game) {
    const before = this.game;
    if (game.version <= before.version) return;
    if (this.seat === null && isSeated(game.id, this.secret)) location.reload();
    this.game = game;
    this.isSure = false;
    this.problem.textContent = "";
    this.clock.set(game.clock);
    this.isFalling = game.over && game.position.moves.length > before.position.moves.length;
    this.draw(true);
    this.#tell(before, game);
  }

  /**
   * Says what has changed; announces the end only once the last stone has landed.
   * @param {LinkState} before
   * @param {LinkState} game
   */
  async #tell(before, game) {
    if (this.isFalling) {
      await this.board.board.landed();
      if (this.game !== game) return;
      this.isFalling = false;
      this.draw();
    }
    announce(changeText(before, game, this.seat));
  }

  /** @param {PresenceState} presence */
  notice(presence) {
    const before = this.presence.here;
    this.presence = presence;
    this.draw();
    const others = [0, 1].filter((seat) => seat !== this.seat && this.game.seats[seat].is_taken);
    const changed = others.filter((seat) => before[seat] !== presence.here[seat]);
    for (const seat of changed) {
      announce(t(presence.here[seat] ? "friend.is_here" : "friend.is_away", { name: seatName(this.game, seat) }));
    }
  }

  /** @param {boolean} isOpen */
  connect(isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.draw();
    announce(t(isOpen ? "friend.back" : "friend.lost"));
  }

  /** @param {string} move */
  play(move) {
    if (!this.isOwnTurn || this.sending) return;
    if (this.game.position.legal_moves.includes(move)) this.send("move", move);
    else this.problem.textContent = refusalText(this.game.position, move);
  }

  boom() {
    if (this.game.position.can_explode) this.play(BOOM);
  }

  /**
   * Sends an action until there is a response. It may arrive twice: its key tells the server so, and its
   * version ensures that nothing is done on a board that this page has not shown.
   * @param {LinkAction["action"]} action
   * @param {string} move
   */
  async send(action, move = "") {
    const wish = { action, move, seen: this.game.version, key: newSecret() };
    this.sending = action;
    this.draw();
    try {
      this.accept(await this.#deliver("actions", wish));
    } catch (error) {
      if (error instanceof Refused && error.problem.game) this.accept(error.problem.game);
      this.problem.textContent = messageOf(error);
    }
    this.sending = null;
    this.draw();
  }

  /**
   * Sends a message repeatedly until there is a response.
   * @param {"actions" | "seat"} where
   * @param {LinkAction | TakenSeat} message
   * @returns {Promise<LinkState>}
   */
  async #deliver(where, message) {
    for (let failures = 0; ; failures += 1) {
      try {
        const path = `${this.path}/${where}`;
        return await this.stream.attempt((signal) => post(path, message, signal, this.headers));
      } catch (error) {
        const isRefused = error instanceof Refused;
        if (!isAborted(error) && !(isRefused && AGAIN.includes(error.status))) throw error;
        if (isRefused && error.code === UNREACHABLE) this.connect(false);
        await this.stream.pause(failures);
      }
    }
  }

  /**
   * Takes the free seat. The new secret is stored before it is sent, so that a lost response does not lose it.
   * @param {string} name
   */
  async take(name) {
    const { id } = this.game;
    const invitation = this.secret;
    const secret = linkSecrets(id)?.secret ?? newSecret();
    keepName(name);
    keepLink(id, { secret, taking: invitation });
    try {
      const game = await this.#deliver("seat", { invitation, secret, name });
      keepLink(id, { secret });
      this.secret = secret;
      this.seat = 1;
      history.replaceState(null, "", location.pathname);
      this.accept(game);
      this.stream.restart();
      this.draw();
    } catch (error) {
      forgetLink(id);
      this.problem.textContent = messageOf(error);
    }
  }

  draw(animate = false) {
    const { game } = this;
    const hadFocus = this.table.contains(document.activeElement);
    this.table.classList.toggle("waiting", !game.has_begun);
    this.#drawBoard(animate);
    this.status.textContent = this.isFalling ? "" : statusText(game, this.seat);
    this.connection.textContent = this.isOpen ? "" : t(this.sending ? "friend.unsent" : "friend.lost");
    document.title = [this.status.textContent, "enraya"].filter(Boolean).join(" · ");
    drawPlayers(this.players, this);
    redraw(this.#offer(), this.offer);
    drawTurnLine(this.turnLine, game.position);
    drawBombGame(this.bombGame, game.position);
    redraw(this.#actions(), this.buttons);
    this.moves.textContent = game.position.moves || t("game.no_moves");
    const made = game.has_begun ? [] : [game.position.rules, JSON.stringify([game.seats, game.clock])];
    redraw(guard([game.has_begun, this.seat, ...made], () => this.#cards()), this.side);
    const isLost = !this.table.contains(document.activeElement) || document.activeElement?.matches(":disabled");
    if (hadFocus && isLost) this.card.focus({ preventScroll: true });
  }

  // Only if it changes, so that a falling stone is not disturbed when people come or go.
  #drawBoard(animate = false) {
    const interactive = this.isOwnTurn && !this.sending;
    const drawn = `${this.game.version} ${interactive}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.board.draw(this.game.position, { interactive, animate });
  }

  #offer() {
    const { offer } = this.game;
    if (!offer) return nothing;
    if (this.seat !== null && offer.seat !== this.seat) {
      return html`<p>${asksText(this.game)}</p><div class="buttons">
        ${choice("accept", () => this.send("accept"), { look: "primary" })}
        ${choice("decline", () => this.send("decline"))}
      </div>`;
    }
    const isOwn = this.seat !== null;
    return html`<p>${isOwn ? t(`friend.asked.${offer.action}`) : asksText(this.game)}</p>
      ${isOwn ? choice("withdraw", () => this.send("decline")) : nothing}`;
  }

  /** The buttons for what can be done now. */
  #actions() {
    const { position, over, has_begun: hasBegun, offer } = this.game;
    const { moves, rules, has_bombs: hasBombs, can_explode: canExplode } = position;
    const isBusy = this.sending !== null;
    const asked = isBusy || offer !== null;
    if (this.isFalling) return nothing;
    if (over) {
      const analyse = address("/analyse", { pos: moves, rules, review: hasBombs ? null : 1 });
      return html`${this.seat === null ? nothing
        : choice("rematch", () => this.send("rematch"), { look: "primary", disabled: asked })}
        <a class="button" href=${analyse}>${t(hasBombs ? "play.analyse" : "play.review")}</a>
        ${choice("new", () => this.beginAnother())}`;
    }
    if (this.seat === null || !hasBegun) return nothing;
    const cannotExplode = isBusy || !canExplode || !this.isOwnTurn;
    return html`${hasBombs ? html`<button type="button" class="boom" ?disabled=${cannotExplode}
      @click=${() => this.boom()}>${t("play.boom")}</button>` : nothing}
      ${choice("undo", () => this.send("undo"), { disabled: asked || !this.#hasMoved })}
      ${choice("draw", () => this.send("draw"), { disabled: asked })}
      ${choice(this.isSure ? "really" : "resign", () => this.resign(), { disabled: isBusy })}`;
  }

  get #hasMoved() {
    const { position, seats } = this.game;
    const player = this.seat === null ? 0 : seats[this.seat].player;
    return player === 1 ? position.moves.length > 0 : position.moves.length > 1;
  }

  // A second tap is needed, so that one wrong tap does not lose the game.
  resign() {
    if (this.isSure) {
      this.send("resign");
      return;
    }
    this.isSure = true;
    this.draw();
    announce(t("friend.really"));
    setTimeout(() => {
      this.isSure = false;
      this.draw();
    }, SURE_TIME);
  }

  async beginAnother() {
    try {
      location.assign(await beginLink({ rules: this.game.position.rules }));
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  // The cards below the game: joining it, or inviting others.
  #cards() {
    const { game, seat, headers } = this;
    const invitation = linkSecrets(game.id)?.invitation;
    if (seat === 0 && !game.has_begun) {
      const settings = settingsCard(this.known, game, (changed) => this.accept(changed), headers);
      return [invitation ? invitationCard(this.known, game.id, invitation, headers) : null, settings];
    }
    if (seat === null && !game.has_begun && this.view.is_invited) {
      return [joinForm(this.known, game, (name) => this.take(name))];
    }
    const ownLink = linkTo(this.known, game.id, this.secret);
    const own = seat !== null && linkField("own-link", t("friend.own_link"), ownLink);
    const links = [linkField("watch-link", t("friend.watch_link"), linkTo(this.known, game.id)), own];
    const intro = seat === null && h("p", {}, t("friend.watching"));
    return [h("details", { class: "card" }, h("summary", {}, t("friend.links")), intro, links)];
  }
}

/**
 * @param {string} name - of the button's text
 * @param {() => unknown} onclick
 * @param {{ look?: string, disabled?: boolean }} [options]
 */
function choice(name, onclick, { look = "", disabled = false } = {}) {
  return html`<button type="button" class=${look} ?disabled=${disabled} @click=${onclick}>${
    t(`friend.${name}`)}</button>`;
}

/**
 * The game, and the first of some secrets that gives a seat or an invitation.
 * @param {string} id
 * @param {string[]} secrets
 */
async function find(id, secrets) {
  for (const secret of [...secrets, ""]) {
    const headers = secret ? { "Enraya-Seat": secret } : undefined;
    /** @type {LinkView} */
    const view = await get(`/api/links/${encodeURIComponent(id)}`, undefined, headers);
    if (view.seat !== null || view.is_invited || !secret) return { view, secret };
  }
  throw new Error(id);
}

/** @param {HTMLElement} main */
export async function render(main) {
  const id = location.pathname.slice("/friend/".length);
  const kept = linkSecrets(id);
  const secrets = [kept?.secret, location.hash.slice(1), kept?.taking].flatMap((each) => each || []);
  const known = await information();
  const { view, secret } = await find(id, secrets);
  if (view.seat !== null) {
    keepLink(id, { ...kept, secret, taking: undefined });
    if (linkSecrets(id)) history.replaceState(null, "", location.pathname);
  }
  // A link may be opened in a tab that shows its game already; then only the secret is new.
  addEventListener("hashchange", () => location.hash && location.reload());
  new FriendPage(main, known, view, secret);
}
