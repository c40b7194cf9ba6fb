// The clocks of a game by link: the server counts, the page shows. Between two states the page uses the
// time of day, because a monotonic clock may stop while a device sleeps.

import { h } from "../lib/dom.js";

const TICK = 200;
const MINUTE = 60;
const TENTHS_BELOW = 10;

export class LinkClock {
  constructor() {
    /** @type {ClockState | null} */
    this.state = null;
    this.at = 0;
    this.faces = [1, 2].map(() => h("span", { class: "link-clock clock" }));
    setInterval(() => this.draw(), TICK);
  }

  /** @param {ClockState | null} state - as the server has just sent it */
  set(state) {
    this.state = state;
    this.at = Date.now();
    this.draw();
  }

  draw() {
    const { state } = this;
    this.faces.forEach((face, index) => {
      face.hidden = state === null;
      if (state === null) return;
      const used = state.running === index + 1 ? (Date.now() - this.at) / 1000 : 0;
      const text = timeText(Math.max(0, state.left[index] - used));
      if (face.textContent !== text) face.textContent = text;
    });
  }
}

/**
 * Minutes and seconds; near the end, tenths of a second too.
 * @param {number} seconds
 */
export function timeText(seconds) {
  if (seconds < TENTHS_BELOW) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}
