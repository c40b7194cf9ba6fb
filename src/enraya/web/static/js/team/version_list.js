// A team's versions: what became of each, why, and what can be done with it.

/** @import { SubmitForm } from "./submit_form.js" */

import { reasonOf } from "../league/reason.js";
import { key, tagOf } from "../league/states.js";
import { get, messageOf, post } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { announce, h, redraw, show } from "../lib/dom.js";
import { dateText, endingName, number, t } from "../lib/i18n.js";

const TRIED = ["active", "retired", "rejected"];
const SHOWN = 5;
const ARCHIVE = /\.zip$/i;

export class VersionList {
  /**
   * @param {SubmitForm} form - where a source can be edited
   * @param {() => unknown} onChosen
   */
  constructor(form, onChosen) {
    this.form = form;
    this.onChosen = onChosen;
    /** @type {Record<number, string>} */
    this.states = {};
    this.box = h("div", { class: "versions" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.element = h("section", { class: "card stack" }, h("h2", {}, t("league.versions")), this.problem, this.box);
  }

  /** @param {League.VersionView[]} versions */
  draw(versions) {
    const latest = versions.toReversed();
    this.#announce(latest);
    redraw(this.box, latest, () => [
      latest.length ? null : h("p", { class: "note" }, t("league.versions.none")),
      h("ol", { class: "version-list", reversed: true }, latest.slice(0, SHOWN).map((one) => this.#row(one))),
      latest.length > SHOWN && h("details", {}, h("summary", {}, t("agent.earlier")),
        h("ol", { class: "version-list", reversed: true }, latest.slice(SHOWN).map((one) => this.#row(one)))),
      versions.length > 1 && link(t("league.compare"), "/team/compare"),
    ]);
  }

  /**
   * Says what became of a version that was waiting, and marks the line of its fault.
   * @param {League.VersionView[]} versions
   */
  #announce(versions) {
    for (const { number: place, state, file, reason } of versions) {
      const before = this.states[place];
      this.states[place] = state;
      if (!before || before === state) continue;
      announce(t("league.versions.now", { number: place, state: t(`league.state.${key(state)}`) }));
      if (state === "rejected") this.form.mark(reason, file);
    }
  }

  /** @param {League.VersionView} version */
  #row(version) {
    const { number: place, state, file, bytes, received, is_late: isLate } = version;
    const about = [t("league.versions.about", { file, bytes: number(bytes), date: dateText(received) })];
    return h(
      "li",
      { class: `version state-${key(state)}` },
      h("p", { class: "version-title" }, h("strong", {}, t("league.version", { number: place })), " ",
        h("span", { class: `tag ${tagOf(state)}` }, t(`league.state.${key(state)}`)),
        isLate ? h("span", { class: "tag away" }, t("league.state.late")) : null),
      h("p", { class: "note" }, about),
      version.place !== null && h("p", { class: "place-line" }, t("league.versions.place", { place: version.place })),
      version.reason ? reasonOf(version) : null,
      this.#actions(version),
    );
  }

  /** @param {League.VersionView} version */
  #actions({ number: place, state, file }) {
    const path = `/api/league/versions/${place}`;
    /** @param {string} text */
    const label = (text) => ({ "aria-label": [text, t("league.version", { number: place })].join(": ") });
    const [again, source] = [t("league.versions.choose"), t("league.versions.source")];
    return h(
      "div",
      { class: "buttons" },
      state === "retired" && button(again, () => this.#choose(path), label(again)),
      !ARCHIVE.test(file) && button(t("agent.edit"), () => this.#edit(path, file), label(t("agent.edit"))),
      link(source, `${path}/source`, { download: file, ...label(source) }),
      TRIED.includes(state) && this.#trials(path),
    );
  }

  /** @param {string} path */
  #trials(path) {
    const box = h("div", {});
    const ontoggle = async () => {
      /** @type {League.VersionView} */
      const { trials } = await get(path);
      show(box, h("ul", {}, trials.map((game, index) => h("li", {}, trialText(game, index)))));
    };
    return h("details", { class: "trials", ontoggle }, h("summary", {}, t("league.versions.trials")), box);
  }

  /** @param {string} path */
  async #choose(path) {
    try {
      await post(`${path}/choose`);
      show(this.problem);
      await this.onChosen();
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  /**
   * @param {string} path
   * @param {string} file
   */
  async #edit(path, file) {
    const answer = await fetch(`${path}/source`);
    if (answer.ok && (await this.form.edit(file, await answer.text()))) {
      this.form.element.scrollIntoView({ block: "start" });
    }
  }
}

/**
 * @param {Record<string, any>} game
 * @param {number} index - trials are played on both sides in turn
 */
function trialText(game, index) {
  const side = 1 + (index % 2);
  const result = !game.winner ? "drawn" : game.winner === side ? "won" : "lost";
  const [opponent, ending] = [game.agents[2 - side], endingName(game.termination)];
  return t("league.versions.trial", { opponent, result: t(`league.result.${result}`), ending });
}
