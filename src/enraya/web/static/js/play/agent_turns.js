// Lets agents move when it is their turn: at once against a human, at a chosen pace among themselves.

import { Refused, isAborted, post } from "../lib/api.js";
import { h, html, nothing, redraw } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const TICK = 100;
const SLOWEST = 2000;
const DEFAULT_DELAY = 400;
const BUSY_PAUSE = 1500;

/**
 * The page that shows the game.
 * @typedef {object} Table
 * @property {GameState} game
 * @property {boolean} isHumansTurn
 * @property {() => Promise<void>} landed - waits until no stone is falling
 * @property {(game: GameState) => void} accept - shows the next state of the game
 * @property {(error: unknown) => void} showProblem - says what went wrong; null clears the message
 */

export class AgentTurns {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "agent-turns" });
    this.clock = h("span", { class: "clock" });
    this.delay = DEFAULT_DELAY;
    this.paused = false;
    this.isLanding = false;
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    this.ticking = 0;
  }

  reset() {
    this.stop();
    this.paused = false;
  }

  get isDuel() {
    return !this.table.game.players.includes("human");
  }

  // Lets no agent move until a person continues the game.
  hold() {
    this.paused = true;
  }

  stop() {
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    this.asking?.abort();
    this.asking = null;
  }

  // Continues the game if an agent is to move and the game is not paused.
  go() {
    if (!this.table.game.mine || this.table.game.position.over || this.table.isHumansTurn) {
      this.paused = this.paused && this.isDuel;
    } else if (!this.paused && !this.asking) {
      this.timer = setTimeout(() => this.reply(), this.isDuel ? this.delay : 0);
    }
    this.draw();
  }

  resume() {
    this.paused = false;
    this.go();
  }

  pause() {
    this.paused = true;
    this.stop();
    this.draw();
  }

  async reply() {
    if (this.asking || this.isLanding) return;
    const asking = new AbortController();
    this.asking = asking;
    this.#startClock();
    this.draw();
    try {
      const game = await post(`/api/games/${this.table.game.id}/reply`, undefined, asking.signal);
      if (this.asking !== asking) return;
      this.stop();
      this.table.showProblem(null);
      await this.#answer(game);
    } catch (error) {
      if (this.asking !== asking) return;
      this.stop();
      this.#failed(error);
    }
  }

  /**
   * Shows the agent's move once the stone before it has landed, unless the game has changed meanwhile.
   * @param {GameState} game
   */
  async #answer(game) {
    const { game: before } = this.table;
    this.isLanding = true;
    if (!this.isDuel || this.delay > 0) await this.table.landed();
    this.isLanding = false;
    if (this.table.game === before) this.table.accept(game);
  }

  /** @param {unknown} error */
  #failed(error) {
    if (isAborted(error)) return;
    this.table.showProblem(error);
    if (error instanceof Refused && [429, 503].includes(error.status)) {
      this.timer = setTimeout(() => this.reply(), BUSY_PAUSE);
    } else this.paused = true;
    this.draw();
  }

  #startClock() {
    const started = performance.now();
    const tick = () => {
      const seconds = number((performance.now() - started) / 1000, 1);
      this.clock.textContent = t("driver.clock", { seconds });
    };
    tick();
    this.ticking = setInterval(tick, TICK);
  }

  draw() {
    const { game, isHumansTurn } = this.table;
    const isShown = game.mine && !game.position.over && (this.isDuel || !isHumansTurn);
    redraw(isShown ? this.#controls() : nothing, this.element);
  }

  #controls() {
    const { isDuel, asking, paused } = this;
    const canPause = !paused && (isDuel || asking !== null);
    const pause = t(isDuel ? "driver.pause" : "driver.stop");
    return [ // an array adds no white space: without controls, the element is empty and has no border
      asking ? html`<span class="thinking-now">${t("driver.thinking")} ${this.clock}</span>` : nothing,
      paused ? html`<button type="button" @click=${() => this.resume()}>${t("driver.resume")}</button>` : nothing,
      canPause ? html`<button type="button" @click=${() => this.pause()}>${pause}</button>` : nothing,
      isDuel ? html`<button type="button" ?disabled=${!paused || asking !== null} @click=${() => this.reply()}>${
        t("driver.step")}</button>${this.#speed()}` : nothing,
    ];
  }

  #speed() {
    /** @param {{ target: HTMLInputElement }} event */
    const oninput = ({ target }) => {
      this.delay = SLOWEST - Number(target.value);
    };
    return html`<div class="speed">
      <label for="speed">${t("driver.speed")}</label>
      <input type="range" id="speed" min="0" max=${SLOWEST} step="100" value=${SLOWEST - this.delay} @input=${oninput}>
    </div>`;
  }
}
