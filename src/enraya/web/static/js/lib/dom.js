// Makes the elements of a page: `h` (HTML) and `s` (SVG) make elements that are drawn once. What is drawn
// again when its data change is a template, `html` or `svg`, which `redraw` puts in its place: elements that
// are still needed stay, and with them open details, the focus and the scroll position.

import { html, nothing, render, svg } from "/static/vendor/lit-html/lit-html.js";
import { guard } from "/static/vendor/lit-html/directives/guard.js";
import { repeat } from "/static/vendor/lit-html/directives/repeat.js";

export { guard, html, nothing, render as redraw, repeat, svg };

/** @typedef {import("/static/vendor/lit-html/lit-html.js").TemplateResult} Template */

/**
 * Functions are handlers of the event named after "on"; true makes an attribute without a value; false,
 * null and undefined are left out.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes
 */

/** @typedef {Node | string | null | false} Child - null and false are left out. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...(Child | Child[])} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...(Child | Child[])} children
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...visible(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
function visible(children) {
  return children.flat().filter((child) => child !== null && child !== false);
}

/**
 * Replaces the children of an element.
 * @template {Element} Shown
 * @param {Shown} element
 * @param {...(Child | Child[])} children
 */
export function show(element, ...children) {
  element.replaceChildren(...visible(children));
  return element;
}

/**
 * The element that a template describes, for a place that is drawn once.
 * @param {Template} template
 */
export function made(template) {
  const fragment = document.createDocumentFragment();
  render(template, fragment);
  return /** @type {Element} */ (fragment.firstElementChild);
}

/**
 * An element of the document itself.
 * @param {string} id
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Announces something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  byId("announcer").textContent = text;
}
