// Opponents with their own names: agents that this visitor has entered, and models learned here.

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { remember, remembered } from "../lib/storage.js";

const STORED = "agents";
const MAX_STORED = 20;

/** @typedef {{ agent: string, name: string }} NamedAgent */

/** @typedef {NamedAgent & { isOff: boolean }} Opponent - nobody can play against one that is off */

/**
 * All opponents that have a name.
 * @returns {Promise<Opponent[]>}
 */
export async function namedAgents() {
  const isOff = !(await information()).uploads;
  const uploads = myUploads().map((known) => ({ ...known, isOff }));
  /** @type {LearningState[]} */
  const runs = await get("/api/learnings");
  const learned = runs.flatMap(({ id, agent, model }) => {
    const name = t("player.run", { number: id, model: t(`learning.model.${model}`) });
    return agent ? [{ agent, name, isOff: false }] : [];
  });
  return [...uploads, ...learned];
}

/**
 * The agents that this browser remembers.
 * @returns {NamedAgent[]}
 */
export function myUploads() {
  return remembered(STORED) ?? [];
}

/** @param {NamedAgent} upload */
export function rememberUpload(upload) {
  const others = myUploads().filter((known) => known.agent !== upload.agent);
  remember(STORED, [upload, ...others].slice(0, MAX_STORED));
}

/**
 * A player's name for people.
 * @param {string} agent
 * @param {NamedAgent[]} named
 */
export function playerName(agent, named) {
  const own = named.find((known) => known.agent === agent);
  if (own) return own.name;
  if (agent === "human") return t("player.human");
  const level = levelOf(agent);
  return level ? t("player.level_n", { level }) : agent;
}

/**
 * The number in "level(4)"; null for every other agent.
 * @param {string} agent
 */
export function levelOf(agent) {
  return /^level\((\d+)\)$/.exec(agent)?.[1] ?? null;
}
