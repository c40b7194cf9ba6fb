// A team's versions: the state of each, the reason for it, and what can be done.

/** @import { SubmitForm } from "./submit_form.js" */

import { reasonOf } from "../league/reason.js";
import { key, tagOf } from "../league/states.js";
import { get, messageOf, post } from "../lib/api.js";
import { announce, h, html, nothing, redraw, repeat, show } from "../lib/dom.js";
import { dateText, endingName, number, t } from "../lib/i18n.js";

const TRIED = ["active", "retired", "rejected"];
const SHOWN = 5;
const ARCHIVE = /\.zip$/i;

export class VersionList {
  /**
   * @param {SubmitForm} form - to edit a source in
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
    /** @param {League.VersionView[]} some */
    const list = (some) => html`<ol class="version-list" reversed>
      ${repeat(some, ({ number: place }) => place, (one) => this.#row(one))}
    </ol>`;
    redraw(html`
      ${latest.length ? nothing : html`<p class="note">${t("league.versions.none")}</p>`}
      ${list(latest.slice(0, SHOWN))}
      ${latest.length > SHOWN
        ? html`<details><summary>${t("agent.earlier")}</summary>${list(latest.slice(SHOWN))}</details>`
        : nothing}
      ${latest.length > 1 ? html`<a class="button" href="/team/compare">${t("league.compare")}</a>` : nothing}`,
    this.box);
  }

  /**
   * Announces the new state of a version that was waiting, and marks the line of its fault.
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
    return html`<li class="version state-${key(state)}">
      <p class="version-title"><strong>${t("league.version", { number: place })}</strong>
        <span class="tag ${tagOf(state)}">${t(`league.state.${key(state)}`)}</span>${
        isLate ? html`<span class="tag away">${t("league.state.late")}</span>` : nothing}</p>
      <p class="note">${t("league.versions.about", { file, bytes: number(bytes), date: dateText(received) })}</p>
      ${version.place === null ? nothing
        : html`<p class="place-line">${t("league.versions.place", { place: version.place })}</p>`}
      ${version.reason ? reasonOf(version) : nothing}
      ${this.#actions(version)}
    </li>`;
  }

  /** @param {League.VersionView} version */
  #actions({ number: place, state, file }) {
    const path = `/api/league/versions/${place}`;
    /** @param {string} text */
    const label = (text) => [text, t("league.version", { number: place })].join(": ");
    /**
     * @param {string} text
     * @param {() => unknown} onclick
     */
    const button = (text, onclick) =>
      html`<button type="button" aria-label=${label(text)} @click=${onclick}>${text}</button>`;
    const source = t("league.versions.source");
    return html`<div class="buttons">
      ${state === "retired" ? button(t("league.versions.choose"), () => this.#choose(path)) : nothing}
      ${ARCHIVE.test(file) ? nothing : button(t("agent.edit"), () => this.#edit(path, file))}
      <a class="button" href="${path}/source" download=${file} aria-label=${label(source)}>${source}</a>
      ${TRIED.includes(state) ? trials(path) : nothing}
    </div>`;
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
 * The games in which a version was tried out, requested when they are opened.
 * @param {string} path
 */
function trials(path) {
  const ontoggle = async (/** @type {any} */ { target }) => {
    const { trials: games } = await get(path);
    redraw(html`<ul>${games.map(trialText)}</ul>`, target.querySelector("div"));
  };
  return html`<details class="trials" @toggle=${ontoggle}>
    <summary>${t("league.versions.trials")}</summary><div></div>
  </details>`;
}

/**
 * @param {Record<string, any>} game
 * @param {number} index - trials alternate between the two sides
 */
function trialText(game, index) {
  const side = 1 + (index % 2);
  const result = !game.winner ? "drawn" : game.winner === side ? "won" : "lost";
  const [opponent, ending] = [game.agents[2 - side], endingName(game.termination)];
  return html`<li>${t("league.versions.trial", { opponent, result: t(`league.result.${result}`), ending })}</li>`;
}
