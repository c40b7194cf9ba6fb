// Evolution: begin a run, watch its curves, stop and resume it, play against what has evolved.

import { lineChart } from "../lib/charts.js";
import { factList, numberFields, playAddress } from "../lib/controls.js";
import { h, html, nothing } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { Card, RunPage } from "../runs/run_page.js";

/** @extends {RunPage<EvolutionState>} */
class EvolutionPage extends RunPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   */
  constructor(main, known) {
    super("evolution", "/api/evolutions");
    this.numbers = numberFields("evolution", known.requests.evolution, {
      population: {},
      generations: {},
      keep: { step: 1 },
      mutation: {},
      seed: { value: "", required: false, "aria-describedby": "fresh-seed" },
    });
    this.shrinking = h("input", { type: "checkbox", id: "shrinking" });
    this.parts = [
      new Card((run) => run, settingsCard),
      new Card(({ generations }) => (generations.length ? generations : null), curves),
      new Card(({ generations }) => generations.at(-1) ?? null, best),
    ];
    this.layout(main);
  }

  form() {
    return [
      h("div", { class: "pair" }, Object.values(this.numbers.fields)),
      h("p", { class: "note", id: "fresh-seed" }, t("evolution.fresh")),
      h("p", {}, h("label", { class: "switch" }, this.shrinking, t("evolution.shrinking"))),
    ];
  }

  wanted() {
    return { ...this.numbers.values(), shrinking: this.shrinking.checked };
  }

  /** @param {EvolutionState} run */
  describe({ population, needed }) {
    return t("evolution.size", { population, generations: needed });
  }

  /** @param {EvolutionState} run */
  progress({ generations, needed }) {
    const done = generations.length;
    return { words: t("evolution.done", { done, needed }), done, needed };
  }
}

/** @param {EvolutionState} run */
function settingsCard({ population, keep, mutation, shrinking, seed }) {
  return html`<h2>${t("evolution.settings")}</h2>
    ${factList([
      [t("evolution.seed"), String(seed)],
      [t("evolution.population"), number(population)],
      [t("evolution.keep"), number(keep, 1)],
      [t("evolution.mutation"), number(mutation, 3)],
    ])}
    ${shrinking ? html`<p class="note">${t("evolution.shrinking")}</p>` : nothing}`;
}

/** @param {GenerationInfo[]} generations */
function curves(generations) {
  const series = [generations.map(({ best: most }) => 100 * most), generations.map(({ mean }) => 100 * mean)];
  const title = t("evolution.curves");
  return html`<h2>${title}</h2>${lineChart(series, title)}<p class="note">${t("evolution.legend")}</p>`;
}

/** @param {GenerationInfo} last */
function best(last) {
  return html`<h2>${t("evolution.best")}</h2>
    ${factList([
      [t("evolution.fact.best"), number(100 * last.best, 1)],
      [t("evolution.fact.mean"), number(100 * last.mean, 1)],
      [t("evolution.fact.diversity"), number(last.diversity, 3)],
    ])}
    <p><code>${last.agent}</code></p>
    <a class="button primary" href=${playAddress(last.agent)}>${t("agent.play")}</a>`;
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new EvolutionPage(main, await information()).start();
}
