// Talking to the laboratory: JSON in, JSON out, refusals as errors with a code.

import { has, t } from "./i18n.js";

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   */
  constructor(status, code, detail) {
    super(has(`problem.${code}`) ? t(`problem.${code}`, { detail }) : detail);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function request(method, path, body, signal) {
  /** @type {RequestInit} */
  const options = { method, signal };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refused(0, "unreachable", "");
  }
  if (answer.status === 204) return null;
  const content = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, content.code, content.detail);
  return content;
}

/** @type {(path: string, signal?: AbortSignal) => Promise<any>} */
export const get = (path, signal) => request("GET", path, undefined, signal);

/** @type {(path: string, body?: unknown, signal?: AbortSignal) => Promise<any>} */
export const post = (path, body, signal) => request("POST", path, body, signal);

/** @type {(path: string) => Promise<any>} */
export const remove = (path) => request("DELETE", path);

/**
 * Whether the page itself lost interest in an answer.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * What went wrong, in words.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An address with its query; values that are undefined or null are left out.
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function address(path, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
