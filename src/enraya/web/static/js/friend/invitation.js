// The links of a game: the one for the friend with its QR code, one to watch, one for another device.

import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LOOPBACK, codeImage, linkField } from "../lib/links.js";

/**
 * A game's address with a secret. If this page is open as localhost, which would be another machine for
 * others, the link has the laboratory's address for others.
 * @param {Information} known
 * @param {string} id
 * @param {string} [secret]
 */
export function linkTo(known, id, secret) {
  const origin = LOOPBACK.test(location.hostname) ? known.address_for_others : null;
  return new URL(`/friend/${id}${secret ? `#${secret}` : ""}`, origin ?? location.origin).href;
}

/**
 * The card that invites a friend.
 * @param {Information} known
 * @param {string} id
 * @param {string} invitation
 * @param {Record<string, string>} headers - that prove the seat
 */
export function invitationCard(known, id, invitation, headers) {
  const link = linkTo(known, id, invitation);
  const code = h("div", { class: "qr" });
  drawCode(code, id, link, headers);
  return h(
    "section",
    { class: "card invitation", "aria-label": t("friend.invite") },
    h("h2", {}, t("friend.invite")),
    h("p", {}, t("friend.invite.text")),
    linkField("friend-link", t("friend.link"), link),
    LOOPBACK.test(new URL(link).hostname) && h("p", { class: "note" }, t("friend.local")),
    code,
  );
}

/**
 * @param {HTMLElement} box
 * @param {string} id
 * @param {string} link
 * @param {Record<string, string>} headers
 */
async function drawCode(box, id, link, headers) {
  const body = JSON.stringify({ link });
  const all = { ...headers, "Content-Type": "application/json" };
  try {
    const answer = await fetch(`/api/links/${id}/qr`, { method: "POST", headers: all, body });
    if (!answer.ok) return;
    show(box, codeImage(await answer.text()));
  } catch {
    // The link is shown as text; the code is a convenience.
  }
}
