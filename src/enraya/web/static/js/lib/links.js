// Links to pass on: a field to copy or share them, and their QR codes.

import { button } from "./controls.js";
import { announce, h, show } from "./dom.js";
import { t } from "./i18n.js";

/** Names by which every machine refers to itself. */
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
 * A link that can be copied, or shared if the device can do that.
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
    // The person closed the device's dialog.
  }
}

/**
 * Copies a link, even if pages have no clipboard because the connection is not encrypted.
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
