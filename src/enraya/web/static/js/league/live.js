// What happens in the league, as it happens. A stream ends after a minute, and the next one begins.

import { follow, isAborted } from "../lib/api.js";

const SOON_MS = 200;
const LATER_MS = 4000;

/**
 * What the server tells everybody.
 * @typedef {object} News
 * @property {number} games
 * @property {number} queue
 * @property {number} teams
 * @property {number} latest - the number of the last entry of the log
 * @property {Record<string, string>} events - states by number
 * @property {League.QueueRow[]} waiting - the first of the queue
 * @property {League.GameState[]} played - the latest games
 */

/**
 * Calls with every piece of news until the page is left; a server that does not answer is asked again.
 * @param {(news: News) => unknown} onNews
 */
export function followLeague(onNews) {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  keepFollowing(onNews, leaving.signal);
}

/**
 * @param {(news: News) => unknown} onNews
 * @param {AbortSignal} signal
 */
async function keepFollowing(onNews, signal) {
  while (!signal.aborted) {
    let pause = SOON_MS;
    try {
      await follow("/api/league/live", onNews, signal);
    } catch (error) {
      if (isAborted(error)) return;
      pause = LATER_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
