// Evolution: begin a run, watch its curves, stop and resume it, play against what has evolved.

import { course } from "../lib/charts.js";
import { factList, numberFields, playLink, randomSeed } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { Card, RunPage } from "../runs/run_page.js";

class EvolutionPage extends RunPage {
  constructor(main) {
    super("evolution", "/api/evolutions");
    this.numbers = numberFields("evolution", {
      population: { min: 4, max: 400, step: 2, value: 60 },
      generations: { min: 1, max: 200, value: 30 },
      keep: { min: 1, max: 100, value: 50 },
      seed: { min: 0, max: 2 ** 31, value: randomSeed() },
    });
    const found = (run) => (run.generations.length ? run.generations : null);
    this.cards = [new Card(found, curves), new Card((run) => found(run)?.at(-1) ?? null, best)];
    this.layout(main);
  }

  form() {
    return h("div", { class: "pair" }, Object.values(this.numbers.fields));
  }

  wanted() {
    return this.numbers.values();
  }

  describe(run) {
    return t("evolution.size", { population: run.population, generations: run.needed });
  }

  progress(run) {
    const done = run.generations.length;
    return { words: t("evolution.done", { done, needed: run.needed }), done, needed: run.needed };
  }
}

function curves(generations) {
  const series = ["best", "mean"].map((name) => generations.map((generation) => 100 * generation[name]));
  return [h("h2", {}, t("evolution.curves")), course(series, t("evolution.curves")), h("p", { class: "note" }, t("evolution.legend"))];
}

function best(last) {
  const percent = ["best", "mean"].map((name) => [t(`evolution.fact.${name}`), number(100 * last[name], 1)]);
  return [
    h("h2", {}, t("evolution.best")),
    factList([...percent, [t("evolution.fact.diversity"), number(last.diversity, 3)]]),
    h("p", {}, h("code", {}, last.agent)),
    playLink(last.agent, t("agent.play"), { class: "button primary" }),
  ];
}

export async function render(main) {
  await new EvolutionPage(main).start();
}
