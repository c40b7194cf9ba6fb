// Opponents with names of their own: agents that this visitor has uploaded, and models learned here.

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";

/** @typedef {{ agent: string, name: string }} NamedAgent */

/** @typedef {NamedAgent & { isOff: boolean }} Opponent - a disabled one cannot be chosen */

/**
 * All opponents that have a name.
 * @returns {Promise<Opponent[]>}
 */
export async function namedAgents() {
  const isOff = !(await information()).uploads;
  const uploads = namedVersions(await myUploads()).map((known) => ({ ...known, isOff }));
  /** @type {LearningState[]} */
  const runs = await get("/api/learnings");
  const learned = runs.flatMap(({ number, agent, model }) => {
    const name = t("player.run", { number, model: t(`learning.model.${model}`) });
    return agent ? [{ agent, name, isOff: false }] : [];
  });
  return [...uploads, ...learned];
}

/**
 * Agents by name; earlier versions show their number.
 * @param {KeptAgent[]} known - the latest first
 */
function namedVersions(known) {
  const seen = new Set();
  return known.map(({ agent, name, version }) => {
    const isLatest = !seen.has(name);
    seen.add(name);
    return { agent, name: isLatest ? name : t("player.version", { name, version }) };
  });
}

/**
 * The agents that this browser has uploaded.
 * @returns {Promise<KeptAgent[]>}
 */
export function myUploads() {
  return get("/api/agents");
}

/** Agents whose name has the catalogue key `player.` followed by their text. */
const PLAIN = ["perfect", "random", "greedy"];

/**
 * The name that people see for a player.
 * @param {string} agent
 * @param {NamedAgent[]} named
 */
export function playerName(agent, named) {
  const own = named.find((known) => known.agent === agent);
  if (own) return own.name;
  if (agent === "human" || PLAIN.includes(agent)) return t(`player.${agent}`);
  if (agent.startsWith("upload(")) return t("player.uploaded");
  const [, model, depth] = /^(learned\([^,]+), ?depth=(\d+)\)$/.exec(agent) ?? [];
  const learned = named.find((known) => known.agent === `${model})`);
  if (learned) return t("report.at_depth", { model: learned.name, depth });
  const level = levelOf(agent);
  return level ? t("player.level_n", { level }) : agent;
}

/**
 * Whether an agent has its name only in this laboratory.
 * @param {string} player
 * @param {NamedAgent[]} named
 */
export function isOwn(player, named) {
  return named.some(({ agent }) => agent === player);
}

/**
 * The number in "level(4)"; null for every other agent.
 * @param {string} agent
 */
export function levelOf(agent) {
  return /^level\((\d+)\)$/.exec(agent)?.[1] ?? null;
}
