// What this browser keeps of games by link: the secrets that give its seats, and its player's name.

import { post } from "../lib/api.js";
import { remember, remembered } from "../lib/storage.js";

const STORED = "links";
const NAME = "name";
const MAX_STORED = 50;
const SECRET_BYTES = 18;

/**
 * The secret gives a seat, or will when an answer to `taking`, an invitation, has come; whoever made the
 * game keeps the `invitation` for the friend.
 * @typedef {{ secret: string, invitation?: string, taking?: string }} LinkSecrets
 */

/**
 * The secrets of a game; null when this browser has no seat in it.
 * @param {string} id
 * @returns {LinkSecrets | null}
 */
export function linkSecrets(id) {
  return (remembered(STORED) ?? {})[id] ?? null;
}

/**
 * @param {string} id
 * @param {LinkSecrets} secrets
 */
export function keepLink(id, secrets) {
  const others = Object.entries(remembered(STORED) ?? {}).filter(([known]) => known !== id);
  remember(STORED, Object.fromEntries([...others, [id, secrets]].slice(-MAX_STORED)));
}

/** @param {string} id */
export function forgetLink(id) {
  const others = Object.entries(remembered(STORED) ?? {}).filter(([known]) => known !== id);
  remember(STORED, Object.fromEntries(others));
}

export function ownName() {
  return remembered(NAME) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  remember(NAME, name);
}

/** A secret that cannot be guessed; browsers have this also where a connection is not encrypted. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Makes a game by link and answers where it is.
 * @param {Partial<NewLink>} settings
 */
export async function beginLink(settings) {
  /** @type {LinkBegun} */
  const { game, secret, invitation } = await post("/api/links", { name: ownName(), ...settings });
  keepLink(game.id, { secret, invitation });
  return `/friend/${game.id}`;
}

/**
 * Whether this browser has taken a seat, in another tab, that a page does not know of.
 * @param {string} id
 * @param {string} secret - that the page knows
 */
export function isSeated(id, secret) {
  const kept = linkSecrets(id);
  return kept !== null && !kept.taking && kept.secret !== secret;
}
