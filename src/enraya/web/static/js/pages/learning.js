// Learning: begin a run, watch its curve, stop and resume it, play against the model.

import { lineChart } from "../lib/charts.js";
import { factList, field, numberFields, playAddress, randomSeed, select } from "../lib/controls.js";
import { h, html } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { Card, RunPage } from "../runs/run_page.js";

const FROM_GAMES = "ntuple";
const DEPTH = 4;
const PERCENTS = [0, 100];

/** @extends {RunPage<LearningState>} */
class LearningPage extends RunPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   */
  constructor(main, known) {
    super("learning", "/api/learnings");
    const bounds = known.requests.learning;
    const onchange = () => this.#chosen();
    this.model = select("model", bounds.model.choices ?? [], (model) => t(`learning.model.${model}`), { onchange });
    this.note = h("p", { class: "note" });
    this.numbers = numberFields("learning", bounds, { games: {}, positions: {}, seed: { value: randomSeed() } });
    this.parts = [
      new Card(({ agent, commands }) => (agent ? { agent, commands } : null), result),
      new Card(strengthOf, strength),
      new Card(sharesOf, shares),
      new Card(curveOf, errors),
    ];
    this.layout(main);
    this.#chosen();
  }

  form() {
    const fields = Object.values(this.numbers.fields);
    return [h("div", { class: "pair" }, field("model", t("learning.model"), this.model), fields), this.note];
  }

  #chosen() {
    const fromGames = this.model.value === FROM_GAMES;
    this.#offer("games", fromGames);
    this.#offer("positions", !fromGames);
    this.note.textContent = t(`learning.model.${this.model.value}.note`);
  }

  /**
   * @param {"games" | "positions"} id
   * @param {boolean} isOffered
   */
  #offer(id, isOffered) {
    this.numbers.fields[id].hidden = !isOffered;
    this.numbers.inputs[id].disabled = !isOffered;
  }

  wanted() {
    return { model: this.model.value, ...this.numbers.values() };
  }

  /** @param {LearningState} run */
  describe(run) {
    const size = number(run.size);
    const words = t(run.model === FROM_GAMES ? "learning.of_games" : "learning.of_positions", { size });
    return [t(`learning.model.${run.model}`), words].join(", ");
  }

  /** @param {LearningState} run */
  progress({ done, needed, phase }) {
    const words = t(`learning.phase.${phase || "none"}`, { done: number(done), needed: number(needed) });
    return { words, done, needed };
  }
}

/** @param {LearningState} run */
function curveOf({ curve }) {
  return curve.length ? curve : null;
}

/** @param {LearningState} run */
function strengthOf({ curve, level, level_games: games }) {
  const points = curve.filter(({ measures }) => "strength" in measures);
  return points.length ? { points, level, games } : null;
}

/** @param {{ points: TrainingPoint[], level: number, games: number }} found */
function strength({ points, level, games }) {
  const percents = points.map(({ measures }) => 100 * measures.strength);
  const title = t("learning.strength", { level });
  return html`<h2>${title}</h2>
    ${lineChart([percents], title, ends(points), PERCENTS)}
    ${factList([[t("learning.strength.now"), number(percents[percents.length - 1], 1)]])}
    <p class="note">${t("learning.strength.note", { games })}</p>`;
}

/** @param {LearningState} run */
function sharesOf(run) {
  return run.model === FROM_GAMES && strengthOf(run) ? null : curveOf(run);
}

/** @param {TrainingPoint[]} points */
function shares(points) {
  const names = Object.keys(points[0].measures).filter((name) => name !== "error" && name !== "strength");
  const series = names.map((name) => points.map(({ measures }) => 100 * measures[name]));
  const labels = names.map((name) => t(`learning.measure.${name}`));
  const isSquared = "r2" in points[0].measures;
  const title = t(isSquared ? "learning.predictions" : "learning.shares");
  return html`<h2>${title}</h2>
    ${lineChart(series, title, ends(points))}
    <p class="note">${t("learning.legend", { solid: labels[0], dashed: labels[1] })}</p>
    ${factList(labels.map((label, place) => [label, number(series[place][points.length - 1], 1)]))}`;
}

/** @param {TrainingPoint[]} points */
function errors(points) {
  const isSquared = "r2" in points[0].measures;
  const title = t(isSquared ? "learning.error.squared" : "learning.error.distance");
  const series = [points.map(({ measures }) => measures.error)];
  return html`<h2>${title}</h2>${lineChart(series, title, ends(points))}`;
}

/** @param {TrainingPoint[]} points */
function ends(points) {
  return [points[0].done, points[points.length - 1].done];
}

/** @param {{ agent: string, commands: string[] }} learned */
function result({ agent, commands }) {
  const searching = agent.replace(/\)$/, `, depth=${DEPTH})`);
  return html`<h2>${t("learning.result")}</h2>
    <p><code>${agent}</code></p>
    <div class="buttons">
      <a class="button primary" href=${playAddress(agent)}>${t("agent.play")}</a>
      <a class="button" href=${playAddress(searching)}>${t("learning.search", { depth: DEPTH })}</a>
    </div>
    <p class="note spaced">${t("learning.commands")}</p>
    <pre class="commands" tabindex="0">${commands.join("\n")}</pre>`;
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new LearningPage(main, await information()).start();
}
