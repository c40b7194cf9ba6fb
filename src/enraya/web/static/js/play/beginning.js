// Which game the page starts with: the one in the address, the last one, or a new one like it.

/** @import { GameSettings } from "./new_game_dialog.js" */

import { Refused, get, post } from "../lib/api.js";
import { remember, remembered } from "../lib/storage.js";

const SETTINGS = "settings";
export const GAME = "game";
const DEFAULT_OPPONENT = "level(4)";

/**
 * @param {GameSettings} settings
 * @param {boolean} isOwnChoice - whether to remember these settings
 * @returns {Promise<GameState>}
 */
export async function beginGame(settings, isOwnChoice = true) {
  const game = await post("/api/games", settings);
  if (isOwnChoice) remember(SETTINGS, settings);
  return game;
}

/**
 * @param {string} id
 * @returns {Promise<GameState>}
 */
export function getGame(id) {
  return get(`/api/games/${encodeURIComponent(id)}`);
}

/**
 * The game in the address, or the last one of this browser; null if the laboratory has no such game.
 * @param {URLSearchParams} query
 */
export async function knownGame(query) {
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
 * The settings of a new game: those in the address, else those of the last game.
 * @param {URLSearchParams} query
 * @param {GameSettings} defaults
 */
export function newSettings(query, defaults) {
  const last = remembered(SETTINGS) ?? {};
  const shared = { rules: query.get("rules"), first: query.get("first"), second: query.get("second") };
  const named = Object.fromEntries(Object.entries(shared).filter(([, value]) => value));
  const moves = query.get("pos") ?? "";
  return { ...defaults, ...last, ...named, ...sidesOf(query.get("as"), { ...defaults, ...last }), moves };
}

/**
 * The players if the reader wants to be one side; the last opponent is the other.
 * @param {string | null} side
 * @param {GameSettings} settings
 */
function sidesOf(side, { first, second }) {
  if (side !== "1" && side !== "2") return {};
  const opponent = [second, first].find((player) => player !== "human") ?? DEFAULT_OPPONENT;
  return side === "1" ? { first: "human", second: opponent } : { first: opponent, second: "human" };
}
