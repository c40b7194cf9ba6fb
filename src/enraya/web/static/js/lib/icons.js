// Line icons for buttons.

import { s } from "./dom.js";

const PENS = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5l-5 5M20 12H10a6 6 0 0 0 -6 6",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6 .6 -.9 1.2 -1 3h-5c-.1 -1.800 -.4 -2.400 -1 -3Z",
  scores: "M5 20v-6M12 20V4M19 20v-10",
  new: "M12 5v14M5 12h14",
  share: "M12 15V3M8 7l4 -4l4 4M5 12v7h14v-7",
  boom: "M10 21a7 7 0 1 1 0 -14a7 7 0 0 1 0 14ZM14 8l3 -3M19 2v3M22 5h-2M21 8l-1 -1",
  menu: "M4 7h16M4 12h16M4 17h16",
};

/** @param {keyof typeof PENS} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PENS[name] }));
}
