// The agents that this visitor has entered; remembered by the browser.

const STORED = "agents";

export async function myAgents() {
  return JSON.parse(localStorage.getItem(STORED) ?? "[]");
}

export function rememberAgent(agent) {
  const others = JSON.parse(localStorage.getItem(STORED) ?? "[]").filter((known) => known.agent !== agent.agent);
  localStorage.setItem(STORED, JSON.stringify([agent, ...others].slice(0, 20)));
}
