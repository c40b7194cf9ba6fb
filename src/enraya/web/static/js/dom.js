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

export function announce(text) {
  document.getElementById("announcer").textContent = text;
}
