// How to write an agent: for each language, a complete one to start from, and what it receives.

import { cheatSheet } from "../agent/cheat_sheet.js";
import { SKELETONS, skeletonSource } from "../league/skeletons.js";
import { league } from "../league/who.js";
import { button } from "../lib/controls.js";
import { save } from "../lib/clipboard.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/** @type {Record<string, string[]>} - the environment variables of a program */
const SETTINGS = {
  rules: ["ENRAYA_RULES", "ENRAYA_COLUMNS", "ENRAYA_ROWS"],
  side: ["ENRAYA_SIDE"],
  seconds: ["ENRAYA_SECONDS"],
  reserve: ["ENRAYA_RESERVE"],
  seed: ["ENRAYA_SEED"],
};

class WritePage {
  /**
   * @param {HTMLElement} main
   * @param {League.LeagueState} known
   */
  constructor(main, known) {
    this.language = known.languages[0];
    this.choice = h("div", { class: "buttons", role: "group", "aria-label": t("league.write.language") });
    this.languages = known.languages;
    this.body = h("div", {});
    const { memory_mb: memory, max_bytes: bytes, quota, seconds } = known;
    const limits = seconds === null ? null : h("p", {}, t("league.write.seconds", { seconds }));
    const steps = ["take", "try", "send", "look"].map((step) => h("li", {}, t(`league.write.${step}`)));
    const most = t("league.write.limits", { memory: number(memory), bytes: number(bytes), quota });
    show(
      main,
      h("h1", {}, t("league.nav.write")),
      h("div", { class: "stack" },
        h("section", { class: "card prose" }, h("ol", {}, steps), limits, h("p", { class: "note" }, most)),
        this.choice,
        this.body),
    );
  }

  async draw() {
    const language = this.language;
    show(this.choice, this.languages.map((name) =>
      button(t(`league.language.${name}`), () => this.choose(name), { "aria-pressed": String(name === language) })));
    const source = await skeletonSource(language);
    const { file } = SKELETONS[language];
    const onclick = () => save(new Blob([source], { type: "text/plain" }), file);
    const skeleton = h(
      "section",
      { class: "card" },
      h("h2", {}, file),
      h("p", {}, t("league.write.skeleton")),
      h("div", { class: "buttons" }, button(t("league.write.download", { file }), onclick, { class: "primary" })),
      h("pre", { class: "source", tabindex: "0" }, source),
    );
    const sheet = language === "python" ? cheatSheet() : protocolSheet();
    show(this.body, h("div", { class: "columns-2 wide-left" }, skeleton, sheet));
  }

  /** @param {string} language */
  async choose(language) {
    this.language = language;
    await this.draw();
    /** @type {HTMLElement | null} */ (this.choice.querySelector("[aria-pressed=true]"))?.focus();
  }
}

function protocolSheet() {
  const lines = ["in", "out", "stderr", "end"].map((key) =>
    h("div", {}, h("dt", {}, t(`league.protocol.${key}`)), h("dd", {}, t(`league.protocol.${key}.text`))));
  const settings = Object.entries(SETTINGS).map(([key, names]) =>
    h("div", {}, h("dt", {}, names.map((name) => [h("code", {}, name), " "]).flat()),
      h("dd", {}, t(`league.protocol.${key}.text`))));
  return h("section", { class: "card cheat-sheet" }, h("h2", {}, t("league.protocol")), h("dl", {}, lines, settings));
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new WritePage(main, await league()).draw();
}
