// Making elements: h for HTML, s for SVG.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

// Replaces what an element shows.
export function show(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

// Shows something else only when the value it is made from has changed, so that nobody who reads or
// has the focus there loses his place for nothing.
const drawn = new WeakMap();

export function redraw(element, value, make) {
  const text = JSON.stringify(value);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  show(element, ...make(value));
}

export function announce(text) {
  document.getElementById("announcer").textContent = text;
}
