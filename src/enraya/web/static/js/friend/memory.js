// What this browser stores about games by link: the secrets of its seats, and its player's name.

import { post } from "../lib/api.js";
import { remember, remembered } from "../lib/storage.js";

const STORED = "links";
const NAME = "name";
const MAX_STORED = 50;
const SECRET_BYTES = 18;

/**
 * The secret of a seat; while `taking` (an invitation) is set, the seat is still being taken. The maker of
 * the game keeps the `invitation` for the friend.
 * @typedef {{ secret: string, invitation?: string, taking?: string }} LinkSecrets
 */

/**
 * The secrets of a game; null if this browser has no seat in it.
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

/** A secret that cannot be guessed; browsers offer this even without an encrypted connection. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Creates a game by link and returns its address.
 * @param {Partial<NewLink>} settings
 */
export async function beginLink(settings) {
  /** @type {LinkBegun} */
  const { game, secret, invitation } = await post("/api/links", { name: ownName(), ...settings });
  keepLink(game.id, { secret, invitation });
  return `/friend/${game.id}`;
}

/**
 * Whether this browser has taken a seat in another tab, unknown to this page.
 * @param {string} id
 * @param {string} secret - the one that the page knows
 */
export function isSeated(id, secret) {
  const kept = linkSecrets(id);
  return kept !== null && !kept.taking && kept.secret !== secret;
}
