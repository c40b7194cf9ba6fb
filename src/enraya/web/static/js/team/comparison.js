// A hundred games between two versions of a team, and their result.

import { get, messageOf, post } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { announce, h, html, nothing, redraw, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const PATH = "/api/league/team/comparison";
const LOOK_MS = 2000;

export class ComparisonCard {
  /** @param {() => { one: number, other: number }} chosen - the versions to compare */
  constructor(chosen) {
    this.chosen = chosen;
    this.found = h("div", { class: "comparison" });
    this.problem = h("p", { class: "problem", role: "alert" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.element = h(
      "section",
      { class: "card stack" },
      h("p", {}, t("league.compare.text")),
      h("div", { class: "buttons" }, button(t("league.compare.games"), () => this.#begin(), { class: "primary" })),
      this.found,
      this.problem,
    );
  }

  async #begin() {
    show(this.problem);
    try {
      this.#draw(await post(PATH, this.chosen()));
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  /** Requests the progress of the games. */
  async look() {
    /** @type {League.ComparisonState | null} */
    const state = await get(PATH);
    if (state) this.#draw(state);
  }

  /** @param {League.ComparisonState} state */
  #draw(state) {
    const { one, other, wins, draws, losses, games, low, high, verdict } = state;
    const played = wins + draws + losses;
    const [least, most] = [number(100 * low), number(100 * high)];
    const said = t(`league.compare.${verdict}`, { other, low: least, high: most });
    redraw(html`
      <progress max=${games} value=${played} aria-label=${t("league.compare.games")}></progress>
      <p>${t("league.compare.tally", { one, other, wins, draws, losses, played, games })}</p>
      ${played ? html`<p class="headline">${said}</p>` : nothing}`, this.found);
    clearTimeout(this.timer);
    if (played < games) this.timer = setTimeout(() => this.look().catch(() => this.#later()), LOOK_MS);
    else announce(said);
  }

  #later() {
    this.timer = setTimeout(() => this.look().catch(() => this.#later()), LOOK_MS);
  }
}
