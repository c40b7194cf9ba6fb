// Live news of the league. A stream ends after a minute, and the next one begins.

import { follow, isAborted } from "../lib/api.js";

const SOON_MS = 200;
const LATER_MS = 4000;
/** After this long without news, the last news is repeated: rankings and grades lag by up to ten seconds. */
const QUIET_MS = 12_000;

/**
 * What the server sends to every visitor.
 * @typedef {object} News
 * @property {number} games
 * @property {number} queue
 * @property {number} teams
 * @property {number} latest - the number of the latest entry of the log
 * @property {Record<string, string>} events - the states of events, by number
 * @property {League.QueueRow[]} waiting - the first versions in the queue
 * @property {League.RatedGame[]} played - the latest games
 */

/**
 * A game as it stood a moment ago.
 * @typedef {object} PlayingGame
 * @property {string} key - identifies the game until it ends
 * @property {string} event - the name of its event; empty for the ladder
 * @property {string} first
 * @property {string} second
 * @property {PositionState} position
 */

/**
 * Calls a function with all news until the page is left; retries while the server does not answer.
 * @param {(news: News) => unknown} onNews
 */
export function followLeague(onNews) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  followUntilLeft("/api/league/live", (news) => {
    clearTimeout(timer);
    timer = setTimeout(() => onNews(news), QUIET_MS);
    return onNews(news);
  });
}

/**
 * A handler of news that calls `ask` whenever a part of the news has changed; failed calls are not repeated.
 * @param {(news: News) => unknown[]} partOf
 * @param {() => Promise<unknown>} ask
 */
export function whenChanged(partOf, ask) {
  let seen = "";
  return async (/** @type {News} */ news) => {
    const now = String(partOf(news));
    if (now !== seen) await ask().catch(() => {});
    seen = now;
  };
}

/**
 * The part of news that is about the versions of teams.
 * @param {News} news
 */
export function versionNews({ queue, latest, waiting }) {
  return [queue, latest, waiting.map(({ state }) => state)];
}

/**
 * Calls a function with the games that are being played, whenever one of them has changed.
 * @param {(news: { games?: PlayingGame[] }) => unknown} onNews
 */
export function followPlaying(onNews) {
  followUntilLeft("/api/league/playing", onNews);
}

/**
 * @param {string} path
 * @param {(news: any) => unknown} onNews
 */
function followUntilLeft(path, onNews) {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  keepFollowing(path, onNews, leaving.signal);
}

/**
 * @param {string} path
 * @param {(news: any) => unknown} onNews
 * @param {AbortSignal} signal
 */
async function keepFollowing(path, onNews, signal) {
  while (!signal.aborted) {
    let pause = SOON_MS;
    try {
      await follow(path, onNews, signal);
    } catch (error) {
      if (isAborted(error)) return;
      pause = LATER_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
