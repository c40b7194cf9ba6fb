// Links that people pass on: a field to copy or share them from, and their QR codes.

import { button } from "./controls.js";
import { announce, h, show } from "./dom.js";
import { t } from "./i18n.js";

/** Names under which every machine means itself. */
export const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/**
 * A QR code as an image.
 * @param {string} svg
 */
export function codeImage(svg) {
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return h("img", { src, alt: t("friend.qr"), width: 240, height: 240 });
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
    // The person has closed the device's dialog.
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
