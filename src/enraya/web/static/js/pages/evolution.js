// Evolution: begin a run, watch its curves, stop and resume it, play against what has evolved.

import { lineChart } from "../lib/charts.js";
import { factList, numberFields, playLink } from "../lib/controls.js";
import { h } from "../lib/dom.js";
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
      new Card(settingsOf, settingsCard),
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
function settingsOf({ population, keep, mutation, shrinking, seed }) {
  return { population, keep, mutation, shrinking, seed };
}

/** @param {ReturnType<typeof settingsOf>} settings */
function settingsCard({ population, keep, mutation, shrinking, seed }) {
  return [
    h("h2", {}, t("evolution.settings")),
    factList([
      [t("evolution.seed"), String(seed)],
      [t("evolution.population"), number(population)],
      [t("evolution.keep"), number(keep, 1)],
      [t("evolution.mutation"), number(mutation, 3)],
    ]),
    shrinking && h("p", { class: "note" }, t("evolution.shrinking")),
  ];
}

/** @param {GenerationInfo[]} generations */
function curves(generations) {
  const series = [generations.map(({ best: most }) => 100 * most), generations.map(({ mean }) => 100 * mean)];
  const title = t("evolution.curves");
  return [h("h2", {}, title), lineChart(series, title), h("p", { class: "note" }, t("evolution.legend"))];
}

/** @param {GenerationInfo} last */
function best(last) {
  return [
    h("h2", {}, t("evolution.best")),
    factList([
      [t("evolution.fact.best"), number(100 * last.best, 1)],
      [t("evolution.fact.mean"), number(100 * last.mean, 1)],
      [t("evolution.fact.diversity"), number(last.diversity, 3)],
    ]),
    h("p", {}, h("code", {}, last.agent)),
    playLink(last.agent, t("agent.play"), { class: "button primary" }),
  ];
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new EvolutionPage(main, await information()).start();
}
