// Requests to the laboratory: JSON in, JSON out, refusals as errors with a code.

import { has, sentence, t } from "./i18n.js";

export const UNREACHABLE = "unreachable";

/** @typedef {{ code: string, detail?: string, reason?: string | null, values?: Record<string, any> }} Said */

/** @typedef {Said & { game?: any }} Problem - games by link add the state that the action did not fit */

const COMPILING_MS = 1000;
const DATA = "data: ";

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(inWords(problem));
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
  }
}

/**
 * The most exact sentence in the reader's language; the English detail if there is none.
 * @param {Problem} problem
 */
function inWords({ code, detail = "", reason, values = {} }) {
  const key = reason && [`problem.${reason}`, reason].find(has);
  if (key) return sentence(key, values);
  return has(`problem.${code}`) ? t(`problem.${code}`, { detail }) : detail;
}

/**
 * The response to a request; throws if it was refused.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Response>}
 */
async function answerTo(method, path, body, signal, headers = {}) {
  /** @type {RequestInit} */
  const options = { method, signal, headers };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { ...headers, "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refused(0, { code: UNREACHABLE });
  }
  if (answer.ok) return answer;
  const content = await contentOf(answer);
  if (content.code !== "compiling") throw new Refused(answer.status, content);
  await new Promise((resolve) => setTimeout(resolve, COMPILING_MS));
  return answerTo(method, path, body, signal, headers); // an aborted signal ends the retries here
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function request(method, path, body, signal, headers) {
  const answer = await answerTo(method, path, body, signal, headers);
  return answer.status === 204 ? null : contentOf(answer);
}

/**
 * Follows server-sent events until they end. Unlike an EventSource, it learns why it is refused, and
 * does not reconnect.
 * @param {string} path
 * @param {(data: any) => unknown} onEvent
 * @param {AbortSignal} signal
 */
export async function follow(path, onEvent, signal) {
  const { body } = await answerTo("GET", path, undefined, signal);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; reader; ) {
    const { done, value } = await reader.read().catch((error) => {
      throw isAborted(error) ? error : new Refused(0, { code: UNREACHABLE });
    });
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) if (event.startsWith(DATA)) onEvent(JSON.parse(event.slice(DATA.length)));
  }
}

/**
 * The JSON of a response; a proxy that cannot reach the laboratory sends something else, and a connection may break.
 * @param {Response} answer
 */
async function contentOf(answer) {
  try {
    return await answer.json();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refused(answer.ok ? 0 : answer.status, { code: UNREACHABLE });
  }
}

/** @type {(path: string, signal?: AbortSignal, headers?: Record<string, string>) => Promise<any>} */
export const get = (path, signal, headers) => request("GET", path, undefined, signal, headers);

/** @type {(path: string, body?: unknown, signal?: AbortSignal, headers?: Record<string, string>) => Promise<any>} */
export const post = (path, body, signal, headers) => request("POST", path, body, signal, headers);

/** @type {(path: string, body: unknown) => Promise<any>} */
export const patch = (path, body) => request("PATCH", path, body);

/** @type {(path: string) => Promise<any>} */
export const remove = (path) => request("DELETE", path);

/**
 * Whether the page itself cancelled the request.
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
 * A path with a query; values that are undefined or null are left out.
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
