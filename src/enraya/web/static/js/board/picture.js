// The board as a separate picture: the rules of the style sheets are written into its elements.

/** The properties that style sheets may set, with their default values. */
const DEFAULTS = {
  fill: "rgb(0, 0, 0)",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  opacity: "1",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
};
const INHERITED_BY_TEXT = /^(font|text|dominant)/;
const UNSEEN = ".columns, .ghost, .pointing, .bursting";
const HIDDEN = "[display=none]";

/**
 * A board as the text of an SVG file.
 * @param {SVGSVGElement} board
 */
export function svgOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, place) => inline(originals[place], element));
  for (const element of copy.querySelectorAll(HIDDEN)) element.remove();
  copy.removeAttribute("class");
  const { width, height } = board.viewBox.baseVal;
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, String(value));
  const defs = document.createElementNS(copy.namespaceURI, "defs");
  for (const material of document.querySelectorAll(".materials > *")) defs.append(material.cloneNode(true));
  copy.prepend(defs);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {Element} original
 * @param {Element} copy
 */
function inline(original, copy) {
  const style = getComputedStyle(original);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  if (style.display === "none" || original.matches(UNSEEN)) copy.setAttribute("display", "none");
  for (const [name, initial] of Object.entries(DEFAULTS)) {
    const value = style.getPropertyValue(name);
    const isMeant = copy.localName === "text" || !INHERITED_BY_TEXT.test(name);
    if (isMeant && value !== initial) copy.setAttribute(name, value);
  }
}

/**
 * A PNG file of an SVG picture.
 * @param {string} svg
 * @param {SVGSVGElement} board
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, { viewBox: { baseVal: size } }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size.width, size.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(image.src))), "image/png");
  });
}
