// Help: how to play, how to see scores, how to enter an agent, and the API for programs.

import { link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { information } from "../lib/information.js";

const SECTIONS = [
  { name: "play", page: "play", path: "/", more: { page: "rules", path: "/rules" } },
  { name: "scores", page: "analyse", path: "/analyse" },
  { name: "agent", page: "agent", path: "/agent" },
  { name: "arena", page: "arena", path: "/arena" },
  { name: "learning", page: "learning", path: "/learning" },
];
const QUESTIONS = ["/solve?pos=475", "/api/analysis?moves=4453&line=true"];

/** @param {HTMLElement} main */
export async function render(main) {
  const cards = SECTIONS.map(({ name, page, path, more }) =>
    h(
      "section",
      { class: "card" },
      h("h2", {}, t(`help.${name}`)),
      h("p", {}, t(`help.${name}.text`)),
      h(
        "div",
        { class: "buttons" },
        link(t(`nav.${page}`), path),
        more ? link(t(`nav.${more.page}`), more.path) : null,
      ),
    ),
  );
  const programs = h(
    "section",
    { class: "card" },
    h("h2", {}, t("help.api")),
    h("p", {}, t("help.api.text")),
    h("pre", { tabindex: "0" }, QUESTIONS.map((path) => `GET ${location.origin}${path}`).join("\n")),
    link(t("help.openapi"), "/api/openapi.json"),
  );
  const { manual } = await information();
  const documentation = manual
    ? h(
        "section",
        { class: "card" },
        h("h2", {}, t("help.manual")),
        h("p", {}, t("help.manual.text")),
        link(t("help.manual.open"), "/docs/"),
      )
    : null;
  show(main, h("h1", {}, t("nav.help")), h("div", { class: "columns-2" }, cards, documentation, programs));
}
