// A link of the league: to copy, to share, and as a QR code for a camera.

import { h, show } from "../lib/dom.js";
import { LOOPBACK, codeImage, linkField } from "../lib/links.js";

/**
 * The whole address of a link. A person at the league's machine may see it under an address that
 * means another machine elsewhere.
 * @param {string} path - what the server says
 * @param {string} [others] - where others find the league, if that is known
 */
export function wholeLink(path, others) {
  const origin = LOOPBACK.test(location.hostname) && others ? others : location.origin;
  return new URL(path, `${origin.replace(/\/$/, "")}/`).href;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} link
 */
export function linkWithCode(id, label, link) {
  const code = h("div", { class: "qr" });
  drawCode(code, link);
  return h("div", {}, linkField(id, label, link), code);
}

/**
 * @param {HTMLElement} box
 * @param {string} link
 */
export async function drawCode(box, link) {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/league/qr", { method: "POST", headers, body: JSON.stringify({ link }) });
    if (answer.ok) show(box, codeImage(await answer.text()));
  } catch {
    // The link is there in words; the code is a convenience.
  }
}

/** Shorter ones behind an address are places on its page, such as the skip link's. */
const LEAST_SECRET = 16;

/**
 * The secret in a link that was pasted.
 * @param {string} text
 */
export function secretOf(text) {
  return text.trim().replace(/^.*#/, "");
}

/** The secret that is behind the address of this page, if there is one. */
export function givenSecret() {
  const found = secretOf(location.hash);
  return found.length < LEAST_SECRET ? "" : found;
}

/** Loads the page again when another link is opened where a page of the league is open already. */
export function followLinks() {
  addEventListener("hashchange", () => givenSecret() && location.reload());
}

/** Takes the secret out of the address, where others might read it over a shoulder or in a history. */
export function hideSecret() {
  history.replaceState(null, "", location.pathname);
}
