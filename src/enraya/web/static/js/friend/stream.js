// Follows a game by link: a stream of events that reconnects by itself after any interruption.
// An EventSource would do, but it cannot send the header with the secret of the seat.

import { address } from "../lib/api.js";

const BACK_OFF = [300, 700, 1500, 3000, 5000];
const SILENCE = 12_000;
const CHECK = 3_000;
const SHORT = 1_000;
const GONE = 404;

/**
 * What a page does with the events.
 * @typedef {object} Hears
 * @property {(game: LinkState) => void} game
 * @property {(presence: PresenceState) => void} presence
 * @property {(isOpen: boolean) => void} connection
 */

export class LinkStream {
  /**
   * @param {string} path
   * @param {() => number} version - the newest one that the page has
   * @param {() => Record<string, string>} headers
   * @param {Hears} hears
   */
  constructor(path, version, headers, hears) {
    this.path = path;
    this.version = version;
    this.headers = headers;
    this.hears = hears;
    this.failures = 0;
    this.heard = 0;
    this.asking = new AbortController();
    /** @type {Set<() => void>} - functions that end a wait when the page wakes */
    this.waiting = new Set();
  }

  start() {
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.restart());
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.#check(SILENCE), CHECK);
    this.#run();
  }

  // Ends every wait; after a sleep, the connection may no longer exist.
  wake() {
    this.failures = 0;
    for (const stop of [...this.waiting]) stop();
    this.#check(CHECK * 2);
  }

  // Opens a new stream, for example because this page has taken a seat.
  restart() {
    this.asking.abort();
  }

  /**
   * Waits before the next attempt, at most until the page is shown again or the network is back.
   * @param {number} failures - so far
   */
  async pause(failures) {
    const time = BACK_OFF[Math.min(failures, BACK_OFF.length - 1)] * (0.8 + 0.4 * Math.random());
    await new Promise((resolve) => {
      const stop = () => {
        this.waiting.delete(stop);
        clearTimeout(timer);
        resolve(null);
      };
      const timer = setTimeout(stop, time);
      this.waiting.add(stop);
    });
  }

  /**
   * One attempt to send something, abandoned when it takes too long or the page wakes: a connection can
   * vanish silently, and the browser would wait for an answer for many minutes.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} send
   */
  async attempt(send) {
    const sending = new AbortController();
    const stop = () => sending.abort();
    const timer = setTimeout(stop, SILENCE);
    this.waiting.add(stop);
    try {
      return await send(sending.signal);
    } finally {
      clearTimeout(timer);
      this.waiting.delete(stop);
    }
  }

  /** @param {number} silence - how long a silence means a dead connection */
  #check(silence) {
    if (Date.now() - this.heard > silence) this.restart();
  }

  async #run() {
    for (;;) {
      const begun = Date.now();
      const status = await this.#follow();
      if (status === GONE) return;
      const isRegular = status === 200 && Date.now() - begun > SHORT;
      this.failures = isRegular ? 0 : this.failures + 1;
      if (isRegular) continue;
      this.hears.connection(false);
      await this.pause(this.failures - 1);
    }
  }

  // Follows one stream to its end; returns its status, or 0 if it broke off.
  async #follow() {
    this.asking = new AbortController();
    this.heard = Date.now();
    try {
      const where = address(`${this.path}/events`, { after: this.version() });
      const options = { headers: this.headers(), signal: this.asking.signal };
      const answer = await fetch(where, { ...options, cache: "no-store" });
      if (answer.ok && answer.body) await this.#read(answer.body);
      return answer.status;
    } catch {
      return 0;
    }
  }

  /** @param {ReadableStream<Uint8Array>} body */
  async #read(body) {
    this.hears.connection(true);
    const [reader, decoder] = [body.getReader(), new TextDecoder()];
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      this.heard = Date.now();
      this.failures = 0;
      const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#tell(event);
    }
  }

  /** @param {string} event */
  #tell(event) {
    const lines = event.split("\n").map((line) => /^(\w+): (.*)$/.exec(line));
    const fields = Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
    if (fields.event === "game") this.hears.game(JSON.parse(fields.data));
    if (fields.event === "presence") this.hears.presence(JSON.parse(fields.data));
  }
}
