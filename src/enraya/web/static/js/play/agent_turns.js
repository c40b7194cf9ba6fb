// Lets agents move when it is their turn: at once against a human, at a chosen pace by themselves.

import { post } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const TICK = 100;
const SLOWEST = 2000;
const BUSY_PAUSE = 1500;

export class AgentTurns {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "agent-turns" });
    this.clock = h("span", { class: "clock" });
    this.delay = 400;
    this.reset();
  }

  reset() {
    this.stop();
    this.paused = false;
  }

  get isDuel() {
    return !this.view.game.players.includes("human");
  }

  // Waits for a person before the agent moves again.
  hold() {
    this.paused = true;
  }

  stop() {
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    this.asking?.abort();
    this.asking = null;
  }

  // Continues the game if an agent is to move and nobody has paused it.
  go() {
    const { game } = this.view;
    if (game.position.over || this.view.isHumansTurn) {
      this.paused = this.paused && this.isDuel;
      return this.draw();
    }
    if (!this.paused && !this.asking) {
      this.timer = setTimeout(() => this.reply(), this.isDuel ? this.delay : 0);
    }
    return this.draw();
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
    if (this.asking) return;
    const asking = new AbortController();
    this.asking = asking;
    this.#startClock();
    this.draw();
    try {
      const game = await post(`/api/games/${this.view.game.id}/reply`, undefined, asking.signal);
      if (this.asking !== asking) return;
      this.stop();
      this.view.problem.textContent = "";
      this.view.accept(game);
    } catch (error) {
      if (this.asking !== asking) return;
      this.stop();
      this.#failed(error);
    }
  }

  #failed(error) {
    if (error.name === "AbortError") return;
    this.view.fail(error);
    if (error.code === "busy") this.timer = setTimeout(() => this.reply(), BUSY_PAUSE);
    else this.paused = true;
    this.draw();
  }

  #startClock() {
    const started = performance.now();
    const tick = () => {
      this.clock.textContent = t("driver.clock", { seconds: number((performance.now() - started) / 1000, 1) });
    };
    tick();
    this.ticking = setInterval(tick, TICK);
  }

  draw() {
    const { game } = this.view;
    if (!game) return;
    const agents = !game.position.over && (this.isDuel || !this.view.isHumansTurn);
    show(this.element, agents ? this.#controls() : []);
  }

  #controls() {
    const action = (key, onclick, disabled = false) => button(t(key), onclick, { disabled });
    const controls = [];
    if (this.asking) controls.push(h("span", { class: "thinking-now" }, t("driver.thinking"), " ", this.clock));
    if (this.paused) controls.push(action("driver.resume", () => this.resume()));
    else if (this.isDuel || this.asking) controls.push(action(this.isDuel ? "driver.pause" : "driver.stop", () => this.pause()));
    if (this.isDuel) {
      controls.push(action("driver.step", () => this.reply(), !this.paused || Boolean(this.asking)), this.#speed());
    }
    return controls;
  }

  #speed() {
    const oninput = (event) => {
      this.delay = SLOWEST - Number(event.target.value);
    };
    const slider = h("input", { type: "range", id: "speed", min: 0, max: SLOWEST, step: 100, value: SLOWEST - this.delay, oninput });
    return h("div", { class: "speed" }, h("label", { for: "speed" }, t("driver.speed")), slider);
  }
}
