// The links of a game: the one for the friend with its QR code, one to watch, one for another device.

import { button } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/**
 * A game's address with what a secret adds. Whoever sits at the laboratory's machine may see it under an address
 * that means another machine elsewhere.
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
 * @param {Record<string, string>} headers - that show whose game it is
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
 * A link that can be copied, or shared where the device knows how.
 * @param {string} id
 * @param {string} label
 * @param {string} link
 */
export function linkField(id, label, link) {
  /** @param {{ target: HTMLInputElement }} event */
  const onfocus = ({ target }) => target.select();
  const input = h("input", { id, type: "text", readonly: true, value: link, onfocus });
  const copying = button(t("friend.copy"), () => copy(input, copying));
  const sharing = "share" in navigator && button(t("friend.share"), () => share(link));
  const actions = h("div", { class: "buttons" }, sharing, copying);
  return h("div", { class: "field link-field" }, h("label", { for: id }, label), input, actions);
}

/** @param {string} url */
async function share(url) {
  try {
    await navigator.share({ title: t("nav.friend"), url });
  } catch {
    // Whoever closes the sheet of the device has changed their mind.
  }
}

/**
 * Copies also where the connection is not encrypted, and browsers have no clipboard for pages.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} pressed
 */
async function copy(input, pressed) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy");
  }
  show(pressed, t("friend.copied"));
  announce(t("friend.copied"));
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
    const src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    show(box, h("img", { src, alt: t("friend.qr"), width: 240, height: 240 }));
  } catch {
    // The link is there in words; the code is a convenience.
  }
}
