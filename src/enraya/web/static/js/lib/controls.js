// Controls that many pages use: buttons, links, inputs, lists and tables.

/** @import { Attributes } from "./dom.js" */

import { address } from "./api.js";
import { h, html } from "./dom.js";
import { t } from "./i18n.js";
import { inputBounds } from "./information.js";

/**
 * @param {string} text
 * @param {(event: any) => unknown} onclick
 * @param {Attributes} attributes
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * The button that sends its form.
 * @param {string} text
 * @param {Attributes} attributes
 */
export function submitButton(text, attributes = {}) {
  return h("button", { type: "submit", class: "primary", ...attributes }, text);
}

/**
 * A link that looks like a button.
 * @param {string} text
 * @param {string} href
 * @param {Attributes} attributes
 */
export function link(text, href, attributes = {}) {
  return h("a", { class: "button", href, ...attributes }, text);
}

/**
 * The address of a new game against an agent.
 * @param {string} agent
 */
export function playAddress(agent) {
  return address("/", { pos: "", first: "human", second: agent });
}

/**
 * An input with its label.
 * @param {string} id
 * @param {string} label
 * @param {Element} input
 */
export function field(id, label, input) {
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

/**
 * A drop-down list of values, each shown as `textOf` says.
 * @param {string} id
 * @param {string[]} values
 * @param {(value: string) => string} textOf
 * @param {Attributes} attributes
 */
export function select(id, values, textOf, attributes = {}) {
  const options = values.map((value) => h("option", { value }, textOf(value)));
  return h("select", { id, ...attributes }, options);
}

/**
 * Inputs for the numbers of a request, within the server's limits; disabled or empty ones have no value.
 * @param {string} name - of the page and its texts
 * @param {Record<string, FieldBounds>} bounds
 * @param {Record<string, Attributes>} wanted - by field, the special attributes of its input
 */
export function numberFields(name, bounds, wanted) {
  /** @type {Record<string, HTMLInputElement>} */
  const inputs = {};
  /** @type {Record<string, HTMLElement>} */
  const fields = {};
  for (const [id, attributes] of Object.entries(wanted)) {
    const value = bounds[id].default;
    inputs[id] = h("input", { id, required: true, value, ...inputBounds(bounds[id]), ...attributes });
    fields[id] = field(id, t(`${name}.${id}`), inputs[id]);
  }
  const filled = () => Object.entries(inputs).filter(([, input]) => !input.disabled && input.value !== "");
  const values = () => Object.fromEntries(filled().map(([id, input]) => [id, Number(input.value)]));
  return { inputs, fields, values };
}

export function randomSeed() {
  return Math.floor(Math.random() * 1e6);
}

/**
 * Names with their values.
 * @param {[name: string, value: string][]} facts
 */
export function factList(facts) {
  return html`<dl class="facts">
    ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/**
 * A table that may be wider than its card.
 * @param {string} label
 * @param {string[]} head
 * @param {unknown} rows
 */
export function wideTable(label, head, rows) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class="list">
      <thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}
