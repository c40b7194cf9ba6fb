// Opponents with names of their own: agents that this visitor has entered, and models learned here.

import { get } from "./api.js";
import { t } from "./i18n.js";

const STORED = "agents";

// Everybody who has a name, as [{agent, name}].
export async function myAgents() {
  const runs = await get("/api/learnings");
  const learned = runs.filter((run) => run.agent).map(({ id, agent, model }) => ({ agent, name: t("player.run", { number: id, model: t(`learning.model.${model}`) }) }));
  return [...myUploads(), ...learned];
}

// The agents that this browser remembers.
export function myUploads() {
  return JSON.parse(localStorage.getItem(STORED) ?? "[]");
}

export function rememberAgent(agent) {
  const others = myUploads().filter((known) => known.agent !== agent.agent);
  localStorage.setItem(STORED, JSON.stringify([agent, ...others].slice(0, 20)));
}
