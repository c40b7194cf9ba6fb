// The frame of every page: its title, the navigation, language, colours and sound.

import { byId, h, show } from "./dom.js";
import { LANGUAGES, chooseLanguage, language, t } from "./i18n.js";
import { icon } from "./icons.js";
import { chooseSound, isSoundOn } from "./sound.js";

const THEMES = ["auto", "light", "dark"];

/**
 * @param {string} title - of the page; marks the entry with the same text as current
 * @param {{ href: string, text: string }[]} entries - of the navigation
 * @param {string} place - the name of the site
 */
export function drawFrame(title, entries, place = "enraya") {
  document.title = `${title} · ${place}`;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.getAttribute("data-text") ?? "");
  }
  const bar = byId("navigation");
  bar.setAttribute("aria-label", t("nav.label"));
  show(bar, entries.map(({ href, text }) =>
    h("a", { href, "aria-current": text === title ? "page" : null }, text)));
  show(byId("tools"), languageChoice(), themeChoice(), h("div", { class: "switches" }, marksChoice(), soundChoice()));
  const menu = document.querySelector(".menu-button");
  if (menu) show(menu, icon("menu"), h("span", { class: "unseen" }, t("nav.menu")));
}

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language }, name),
  );
  /** @param {{ target: HTMLSelectElement }} event */
  const onchange = (event) => chooseLanguage(event.target.value);
  return h("select", { id: "language", "aria-label": t("tools.language"), onchange }, options);
}

function themeChoice() {
  const current = localStorage.getItem("theme") ?? "auto";
  const options = THEMES.map((name) =>
    h("option", { value: name, selected: name === current }, t(`theme.${name}`)),
  );
  /** @param {{ target: HTMLSelectElement }} event */
  const onchange = ({ target }) => {
    localStorage.setItem("theme", target.value);
    if (target.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = target.value;
  };
  return h("select", { id: "theme", "aria-label": t("tools.theme"), onchange }, options);
}

/** The choice whether discs carry the sign of their side; without signs, only colours differ. */
function marksChoice() {
  const isOn = document.documentElement.dataset.marks !== "off";
  /** @param {{ target: HTMLInputElement }} event */
  const onchange = ({ target }) => {
    localStorage.setItem("marks", target.checked ? "on" : "off");
    document.documentElement.dataset.marks = target.checked ? "on" : "off";
  };
  const box = h("input", { type: "checkbox", id: "marks", checked: isOn, onchange });
  return h("label", { class: "switch" }, box, t("tools.marks"));
}

/** The choice whether landing discs make a sound. */
function soundChoice() {
  /** @param {{ target: HTMLInputElement }} event */
  const onchange = ({ target }) => chooseSound(target.checked);
  const box = h("input", { type: "checkbox", id: "sound", checked: isSoundOn(), onchange });
  return h("label", { class: "switch" }, box, t("tools.sound"));
}
