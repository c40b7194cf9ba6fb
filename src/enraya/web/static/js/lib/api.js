// Talking to the laboratory: JSON in, JSON out, refusals as errors with a code.

import { has, t } from "./i18n.js";

export class Refused extends Error {
  constructor(status, code, detail) {
    super(has(`problem.${code}`) ? t(`problem.${code}`, { detail }) : detail);
    this.status = status;
    this.code = code;
  }
}

async function request(method, path, body, signal) {
  const options = { method, signal };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "unreachable", "");
  }
  if (answer.status === 204) return null;
  const content = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, content.code, content.detail);
  return content;
}

export const get = (path, signal) => request("GET", path, undefined, signal);
export const post = (path, body, signal) => request("POST", path, body, signal);
export const remove = (path) => request("DELETE", path);

// An address with its questions.
export function address(path, values) {
  const known = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(known).toString();
  return query ? `${path}?${query}` : path;
}
