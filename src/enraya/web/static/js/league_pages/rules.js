// The rules of this league, in plain words.

import { address, get } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { language } from "../lib/i18n.js";

const POINT = "- ";

/**
 * Turns lines into paragraphs, and bullet points between them into lists.
 * @param {string[]} lines
 */
function paragraphs(lines) {
  /** @type {HTMLElement[]} */
  const made = [];
  for (const line of lines) {
    const last = made[made.length - 1];
    if (!line.startsWith(POINT)) made.push(h("p", {}, line));
    else if (last?.localName === "ul") last.append(h("li", {}, line.slice(POINT.length)));
    else made.push(h("ul", {}, h("li", {}, line.slice(POINT.length))));
  }
  return made;
}

/** @param {HTMLElement} main */
export async function render(main) {
  /** @type {League.RulesText} */
  const { title, lines } = await get(address("/api/league/rules", { lang: language }));
  show(main, h("h1", {}, title), h("section", { class: "card prose" }, paragraphs(lines)));
}
