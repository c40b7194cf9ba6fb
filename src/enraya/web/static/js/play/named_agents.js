// Opponents with names of their own: agents that this visitor has entered, and models learned here.

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { remember, remembered } from "../lib/storage.js";

const STORED = "agents";
const MAX_STORED = 20;

// Everybody who has a name, as [{agent, name, isOff}]; nobody can play against one that is off.
export async function namedAgents() {
  const runs = await get("/api/learnings");
  const learned = runs.filter((run) => run.agent).map(({ id, agent, model }) => {
    return { agent, name: t("player.run", { number: id, model: t(`learning.model.${model}`) }) };
  });
  const uploads = myUploads();
  const isOff = uploads.length > 0 && !(await get("/api/information")).uploads;
  return [...uploads.map((known) => ({ ...known, isOff })), ...learned];
}

// The agents that this browser remembers, as [{agent, name}].
export function myUploads() {
  return remembered(STORED) ?? [];
}

export function rememberUpload(upload) {
  const others = myUploads().filter((known) => known.agent !== upload.agent);
  remember(STORED, [upload, ...others].slice(0, MAX_STORED));
}

// A player's name for people.
export function playerName(agent, named) {
  const own = named.find((known) => known.agent === agent);
  if (own) return own.name;
  if (agent === "human") return t("player.human");
  const level = levelOf(agent);
  return level ? t("player.level_n", { level }) : agent;
}

// The number in "level(4)"; null for every other agent.
export function levelOf(agent) {
  return /^level\((\d+)\)$/.exec(agent)?.[1] ?? null;
}
