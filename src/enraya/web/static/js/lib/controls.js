// What people press, fill in and read on every page.

import { address } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

// The button that sends its form.
export function submitButton(text, attributes = {}) {
  return h("button", { type: "submit", class: "primary", ...attributes }, text);
}

// A link that looks like a button.
export function link(text, href, attributes = {}) {
  return h("a", { class: "button", href, ...attributes }, text);
}

// A link to a new game against an agent.
export function playLink(agent, text, attributes = {}) {
  return link(text, address("/", { pos: "", first: "human", second: agent }), attributes);
}

// An input with its label.
export function field(id, label, input) {
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

// A choice of one of the values, each told by `textOf`.
export function select(id, values, textOf, attributes = {}) {
  return h("select", { id, ...attributes }, values.map((value) => h("option", { value }, textOf(value))));
}

// Inputs for numbers, made from {id: attributes}; those that are disabled have no value.
export function numberFields(name, wanted) {
  const make = ([id, attributes]) => [id, h("input", { type: "number", id, required: true, ...attributes })];
  const inputs = Object.fromEntries(Object.entries(wanted).map(make));
  const label = ([id, input]) => [id, field(id, t(`${name}.${id}`), input)];
  const fields = Object.fromEntries(Object.entries(inputs).map(label));
  const enabled = () => Object.values(inputs).filter((input) => !input.disabled);
  const values = () => Object.fromEntries(enabled().map(({ id, value }) => [id, Number(value)]));
  return { inputs, fields, values };
}

export function randomSeed() {
  return Math.floor(Math.random() * 1e6);
}

// Names with their values.
export function factList(facts) {
  const entries = facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  return h("dl", { class: "facts" }, entries);
}

// A table that may be wider than its card.
export function wideTable(label, head, rows) {
  const headings = head.map((text) => h("th", { scope: "col" }, text));
  const table = h("table", { class: "list" }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, rows));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}
