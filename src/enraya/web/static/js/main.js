// The frame of every page: navigation, language, colours, and the page for this address.

import { get, messageOf } from "./lib/api.js";
import { announce, byId, h, show } from "./lib/dom.js";
import { LANGUAGES, chooseLanguage, language, loadTexts, t } from "./lib/i18n.js";
import { icon } from "./lib/icons.js";
import { information } from "./lib/information.js";
import { keepOfflinePage } from "./lib/offline.js";
import { chooseSound, isSoundOn } from "./lib/sound.js";

/** @typedef {{ render: (main: HTMLElement) => Promise<void> }} PageModule */

/** @type {Record<string, { name: string, load: () => Promise<PageModule> }>} */
const PAGES = {
  "/": { name: "play", load: () => import("./pages/play.js") },
  "/analyse": { name: "analyse", load: () => import("./pages/analyse.js") },
  "/agent": { name: "agent", load: () => import("./pages/agent.js") },
  "/arena": { name: "arena", load: () => import("./pages/arena.js") },
  "/evolution": { name: "evolution", load: () => import("./pages/evolution.js") },
  "/learning": { name: "learning", load: () => import("./pages/learning.js") },
  "/help": { name: "help", load: () => import("./pages/help.js") },
};
/** @type {typeof PAGES} - pages that nobody looks for */
const UNLISTED = {
  "/rules": { name: "rules", load: () => import("./pages/rules.js") },
  "/operator": { name: "operator", load: () => import("./pages/operator.js") },
  "/friend": { name: "friend", load: () => import("./pages/friend.js") },
};
const COMPILING_MS = 1000;
const THEMES = ["auto", "light", "dark"];

/** @param {string} current */
function navigation(current) {
  return Object.entries(PAGES).map(([path, { name }]) =>
    h("a", { href: path, "aria-current": name === current ? "page" : null }, t(`nav.${name}`)),
  );
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

/** Whether discs carry the sign of their side; without signs only colours tell them apart. */
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

/** Whether landing discs can be heard. */
function soundChoice() {
  /** @param {{ target: HTMLInputElement }} event */
  const onchange = ({ target }) => chooseSound(target.checked);
  const box = h("input", { type: "checkbox", id: "sound", checked: isSoundOn(), onchange });
  return h("label", { class: "switch" }, box, t("tools.sound"));
}

/** Says on every page that uploads run without a sandbox, where the operator chose that. */
async function warnOfUploads() {
  const { unsafe } = await information();
  if (unsafe) byId("main").before(h("p", { class: "problem", role: "note" }, t("uploads.unsafe")));
}

/** Shows how far a laboratory is that is compiling for the first time, until it is done. */
async function showCompiling() {
  const line = h("p", { class: "note", role: "status" });
  for (;;) {
    const { done, total } = await get("/api/compilation");
    if (done === total) break;
    if (!line.isConnected) byId("main").before(line);
    show(line, t("page.compiling", { done, total }));
    await new Promise((resolve) => setTimeout(resolve, COMPILING_MS));
  }
  line.remove();
}

async function start() {
  await loadTexts();
  const path = location.pathname.replace(/(?<=^\/friend)\/.+/, "");
  const { name, load } = PAGES[path] ?? UNLISTED[path] ?? PAGES["/"];
  document.title = `${t(`nav.${name}`)} · enraya`;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.getAttribute("data-text") ?? "");
  }
  const bar = byId("navigation");
  bar.setAttribute("aria-label", t("nav.label"));
  show(bar, navigation(name));
  show(byId("tools"), languageChoice(), themeChoice(), h("div", { class: "switches" }, marksChoice(), soundChoice()));
  const menu = document.querySelector(".menu-button");
  if (menu) show(menu, icon("menu"), h("span", { class: "unseen" }, t("nav.menu")));
  showCompiling().catch(() => {}); // whoever cannot be reached says so elsewhere
  const [page] = await Promise.all([load(), warnOfUploads()]);
  await page.render(byId("main"));
  document.body.dataset.ready = "true";
  keepOfflinePage().catch(() => {}); // the page works without
}

start().catch((error) => {
  const message = messageOf(error);
  announce(message);
  show(byId("main"), h("p", { class: "problem" }, message));
});
