// Making elements: h for HTML, s for SVG.

/**
 * Functions listen to the event named after "on"; true is an attribute without a value; false, null
 * and undefined are left out.
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
 * Replaces what an element shows.
 * @template {Element} Shown
 * @param {Shown} element
 * @param {...(Child | Child[])} children
 */
export function show(element, ...children) {
  element.replaceChildren(...visible(children));
  return element;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Redraws only when the value it is made from has changed, and leaves open what was, with the focus
 * where it was, so that nobody who is reading there loses their place.
 * @template Value
 * @param {Element} element
 * @param {Value} value
 * @param {(value: Value) => Child[]} make
 */
export function redraw(element, value, make) {
  const text = JSON.stringify(value);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  const open = [...element.querySelectorAll("details[open] > summary")].map((summary) => placeOf(summary, element));
  const { activeElement: active } = document;
  const focused = active && active !== element && element.contains(active) ? placeOf(active, element) : null;
  show(element, ...make(value));
  for (const place of open) at(place, element)?.parentElement?.setAttribute("open", "");
  if (focused) at(focused, element)?.focus({ preventScroll: true });
}

/** @typedef {{ name: string, after: number }} Place - of an element among those of its name, from the end */

/**
 * What an element is called: its key if it has one, else its words, whatever numbers are in them.
 * @param {Element} element
 */
function nameOf(element) {
  const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return `${element.localName} ${element.getAttribute("data-key") ?? words.replace(/\d/g, "")}`;
}

/**
 * Elements of a name, the last first: what is new comes before the rest, where lists grow.
 * @param {string} name
 * @param {Element} inside
 * @returns {HTMLElement[]}
 */
function called(name, inside) {
  const all = /** @type {HTMLElement[]} */ ([...inside.querySelectorAll(name.split(" ")[0])]);
  return all.filter((element) => nameOf(element) === name).toReversed();
}

/**
 * @param {Element} element
 * @param {Element} inside
 * @returns {Place}
 */
function placeOf(element, inside) {
  const name = nameOf(element);
  return { name, after: called(name, inside).indexOf(/** @type {HTMLElement} */ (element)) };
}

/**
 * @param {Place} place
 * @param {Element} inside
 */
function at({ name, after }, inside) {
  return called(name, inside)[after];
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
