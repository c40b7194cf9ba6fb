// Help: how to play, how to see scores, how to enter an agent, and where programs ask.

import { link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const SECTIONS = { play: "/", scores: "/analyse", agent: "/agent", arena: "/arena", learning: "/learning" };

export async function render(main) {
  const cards = Object.entries(SECTIONS).map(([name, path]) =>
    h("section", { class: "card" }, h("h2", {}, t(`help.${name}`)), h("p", {}, t(`help.${name}.text`)), link(t(`nav.${name === "scores" ? "analyse" : name}`), path)),
  );
  const programs = h(
    "section",
    { class: "card" },
    h("h2", {}, t("help.api")),
    h("p", {}, t("help.api.text")),
    h("pre", { tabindex: "0" }, `GET ${location.origin}/solve?pos=475\nGET ${location.origin}/api/analysis?moves=4453&line=true`),
    link(t("help.openapi"), "/api/openapi.json"),
  );
  show(main, h("h1", {}, t("nav.help")), h("div", { class: "columns-2" }, cards, programs));
}
