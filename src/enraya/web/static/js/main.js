// The frame of every page: navigation, language, colours, and the view for this address.

import { announce, h, show } from "./lib/dom.js";
import { LANGUAGES, chooseLanguage, language, loadTexts, t } from "./lib/i18n.js";

const VIEWS = {
  "/": ["play", () => import("./pages/play.js")],
  "/analyse": ["analyse", () => import("./pages/analyse.js")],
  "/agent": ["agent", () => import("./pages/agent.js")],
  "/arena": ["arena", () => import("./pages/arena.js")],
  "/evolution": ["evolution", () => import("./pages/evolution.js")],
  "/learning": ["learning", () => import("./pages/learning.js")],
  "/help": ["help", () => import("./pages/help.js")],
};

function navigation(current) {
  return Object.entries(VIEWS).map(([path, [name]]) =>
    h("a", { href: path, "aria-current": name === current ? "page" : null }, t(`nav.${name}`)),
  );
}

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language }, name),
  );
  const onchange = (event) => chooseLanguage(event.target.value);
  return h("select", { id: "language", "aria-label": t("tools.language"), onchange }, options);
}

function themeChoice() {
  const current = localStorage.getItem("theme") ?? "auto";
  const options = ["auto", "light", "dark"].map((name) =>
    h("option", { value: name, selected: name === current }, t(`theme.${name}`)),
  );
  const onchange = (event) => {
    localStorage.setItem("theme", event.target.value);
    if (event.target.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = event.target.value;
  };
  return h("select", { id: "theme", "aria-label": t("tools.theme"), onchange }, options);
}

async function start() {
  await loadTexts();
  const [name, load] = VIEWS[location.pathname] ?? VIEWS["/"];
  document.title = `${t(`nav.${name}`)} · enraya`;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  const bar = document.getElementById("navigation");
  bar.setAttribute("aria-label", t("nav.label"));
  show(bar, navigation(name));
  show(document.getElementById("tools"), languageChoice(), themeChoice());
  const view = await load();
  await view.render(document.getElementById("main"));
  document.body.dataset.ready = "true";
}

start().catch((error) => announce(String(error.message)));
