// Opponents with names of their own: agents that this visitor has entered, and models learned here.

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";

const STORED = "agents";
const DRAFT = "draft";

// Everybody who has a name, as [{agent, name, isOff}]; nobody can play against one that is off.
export async function myAgents() {
  const runs = await get("/api/learnings");
  const learned = runs.filter((run) => run.agent).map(({ id, agent, model }) => ({ agent, name: t("player.run", { number: id, model: t(`learning.model.${model}`) }) }));
  const uploads = myUploads();
  const isOff = uploads.length > 0 && !(await get("/api/information")).uploads;
  return [...uploads.map((known) => ({ ...known, isOff })), ...learned];
}

// The agents that this browser remembers.
export function myUploads() {
  return JSON.parse(localStorage.getItem(STORED) ?? "[]");
}

export function rememberAgent(agent) {
  const others = myUploads().filter((known) => known.agent !== agent.agent);
  keep(STORED, [agent, ...others].slice(0, 20));
}

// The file that the visitor was writing, as {name, source}; null when there is none.
export function myDraft() {
  return JSON.parse(localStorage.getItem(DRAFT));
}

export function rememberDraft(draft) {
  keep(DRAFT, draft);
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser has no room left; the page works without its memory.
  }
}
