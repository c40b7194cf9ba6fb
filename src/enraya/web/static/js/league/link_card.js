// A link of the league: to copy, to share, and as a QR code for a camera.

import { h, show } from "../lib/dom.js";
import { LOOPBACK, codeImage, linkField } from "../lib/links.js";

/**
 * The full address of a link. If this page is open as localhost, which would be another machine for
 * others, the link has the league's address for others.
 * @param {string} path - the link's path, from the server
 * @param {string} [others] - the address of the league for other machines, if known
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
    // The link is shown as text; the code is a convenience.
  }
}

/** The least length of a secret; shorter fragments of an address are places on its page. */
const LEAST_SECRET = 16;

/**
 * The secret in a pasted link.
 * @param {string} text
 */
export function secretOf(text) {
  return text.trim().replace(/^.*#/, "");
}

/** The secret in the fragment of this page's address, if there is one. */
export function givenSecret() {
  const found = secretOf(location.hash);
  return found.length < LEAST_SECRET ? "" : found;
}

/** Reloads the page when another link is opened in the same tab. */
export function followLinks() {
  addEventListener("hashchange", () => givenSecret() && location.reload());
}

/** Removes the secret from the address, where others might read it on the screen or in the history. */
export function hideSecret() {
  history.replaceState(null, "", location.pathname);
}
