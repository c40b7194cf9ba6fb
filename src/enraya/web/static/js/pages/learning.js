// Learning: begin a run, watch its curve, stop and resume it, play against what was learned.

import { remove } from "../lib/api.js";
import { course } from "../lib/charts.js";
import { button, factList, field, numberFields, playLink, randomSeed, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { Card, RunPage } from "../runs/run_page.js";

const MODELS = ["ntuple", "poly", "logistic", "mlp", "boosting"];
const DEPTH = 4;

class LearningPage extends RunPage {
  constructor(main) {
    super("learning", "/api/learnings");
    this.model = select("model", MODELS, (model) => t(`learning.model.${model}`), { onchange: () => this.#chosen() });
    this.note = h("p", { class: "note" });
    this.numbers = numberFields("learning", {
      games: { min: 1000, max: 4000000, value: 200000 },
      positions: { min: 100, max: 5000, value: 500 },
      seed: { min: 0, max: 2 ** 31, value: randomSeed() },
    });
    const curve = ({ curve: points }) => (points.length ? points : null);
    this.cards = [
      new Card(({ agent, commands }) => (agent ? { agent, commands } : null), result),
      new Card(curve, shares),
      new Card(curve, errors),
    ];
    this.layout(main);
    this.#chosen();
  }

  form() {
    return [h("div", { class: "pair" }, field("model", t("learning.model"), this.model), Object.values(this.numbers.fields)), this.note];
  }

  #chosen() {
    const fromGames = this.model.value === "ntuple";
    this.#offer("games", fromGames);
    this.#offer("positions", !fromGames);
    this.note.textContent = t(`learning.model.${this.model.value}.note`);
  }

  #offer(id, isOffered) {
    this.numbers.fields[id].hidden = !isOffered;
    this.numbers.inputs[id].disabled = !isOffered;
  }

  wanted() {
    return { model: this.model.value, ...this.numbers.values() };
  }

  describe(run) {
    const size = number(run.size);
    return [t(`learning.model.${run.model}`), t(run.model === "ntuple" ? "learning.of_games" : "learning.of_positions", { size })].join(", ");
  }

  progress(run) {
    const [done, needed] = [run.done, run.needed];
    const words = t(`learning.phase.${run.phase || "none"}`, { done: number(done), needed: number(needed) });
    return { words, done, needed };
  }

  actions(run) {
    const goes = ["waiting", "running"].includes(run.state);
    return goes ? [] : [button(t("learning.remove"), () => this.#remove(run))];
  }

  async #remove(run) {
    if (!confirm(t("learning.remove.sure", { number: run.id }))) return;
    try {
      await remove(`${this.api}/${run.id}`);
      this.close();
      await this.start();
    } catch (error) {
      this.message.textContent = error.message;
    }
  }
}

function shares(points) {
  const names = Object.keys(points[0].measures).filter((name) => name !== "error");
  const percent = (name) => points.map(({ measures }) => 100 * measures[name]);
  const labels = names.map((name) => t(`learning.measure.${name}`));
  const title = t("learning.shares");
  return [
    h("h2", {}, title),
    course(names.map(percent), title, ends(points)),
    h("p", { class: "note" }, t("learning.legend", { solid: labels[0], dashed: labels[1] })),
    factList(names.map((name, place) => [labels[place], number(percent(name).at(-1), 1)])),
  ];
}

function errors(points) {
  const isSquared = "r2" in points[0].measures;
  const title = t(isSquared ? "learning.error.squared" : "learning.error.distance");
  return [h("h2", {}, title), course([points.map(({ measures }) => measures.error)], title, ends(points))];
}

function ends(points) {
  return [points[0].done, points.at(-1).done];
}

function result({ agent, commands }) {
  const searching = agent.replace(/\)$/, `, depth=${DEPTH})`);
  return [
    h("h2", {}, t("learning.result")),
    h("p", {}, h("code", {}, agent)),
    h("div", { class: "buttons" }, playLink(agent, t("agent.play"), { class: "button primary" }), playLink(searching, t("learning.search", { depth: DEPTH }))),
    h("p", { class: "note spaced" }, t("learning.commands")),
    h("pre", { tabindex: "0" }, commands.join("\n")),
  ];
}

export async function render(main) {
  await new LearningPage(main).start();
}
