// Evolution: begin a run, watch its curves, stop and resume it, play against what has evolved.

import { address, get, post } from "./api.js";
import { course } from "./chart.js";
import { announce, h, show } from "./dom.js";
import { number, t } from "./i18n.js";
import { field } from "./newgame.js";
import { button } from "./play.js";

class EvolutionView {
  constructor(main) {
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("section", { class: "card", "aria-label": t("evolution.past") });
    this.watch = h("section", { class: "stack", "aria-label": t("evolution.watch") });
    const left = h("div", { class: "stack" }, this.#form(), this.list);
    show(main, h("h1", {}, t("nav.evolution")), h("p", {}, t("evolution.what")), h("div", { class: "columns-2" }, left, this.watch));
  }

  #form() {
    const input = (id, attributes) => h("input", { type: "number", id, required: true, ...attributes });
    this.inputs = {
      population: input("population", { min: 4, max: 400, step: 2, value: 60 }),
      generations: input("generations", { min: 1, max: 200, value: 30 }),
      keep: input("keep", { min: 1, max: 100, value: 50 }),
      seed: input("seed", { min: 0, max: 2 ** 31, value: Math.floor(Math.random() * 1e6) }),
    };
    const fields = Object.entries(this.inputs).map(([id, element]) => field(id, t(`evolution.${id}`), element));
    return h(
      "form",
      { class: "card", onsubmit: (event) => this.#begin(event) },
      h("h2", {}, t("evolution.new")),
      h("div", { class: "pair" }, fields),
      this.problem,
      h("button", { type: "submit", class: "primary" }, t("evolution.begin")),
    );
  }

  async #begin(event) {
    event.preventDefault();
    const wanted = Object.fromEntries(Object.entries(this.inputs).map(([id, element]) => [id, Number(element.value)]));
    try {
      const run = await post("/api/evolutions", wanted);
      this.problem.textContent = "";
      announce(t("evolution.begun"));
      await this.refresh();
      this.open(run.id);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  async refresh() {
    const runs = await get("/api/evolutions");
    const rows = runs.map((run) =>
      h(
        "tr",
        {},
        h("td", {}, button(t("arena.number", { number: run.id }), () => this.open(run.id))),
        h("td", {}, t("evolution.size", { population: run.population, generations: run.needed })),
        h("td", {}, t(`state.${run.state}`)),
      ),
    );
    const table = h("div", { class: "scroll" }, h("table", { class: "list" }, h("tbody", {}, rows)));
    show(this.list, h("h2", {}, t("evolution.past")), rows.length ? table : h("p", { class: "note" }, t("arena.none")));
    return runs;
  }

  open(run) {
    this.events?.close();
    history.replaceState(null, "", address("/evolution", { run }));
    this.events = new EventSource(`/api/evolutions/${run}/events`);
    this.events.onmessage = (event) => this.#draw(JSON.parse(event.data));
  }

  #draw(run) {
    if (this.run?.id !== run.id || this.run.state !== run.state) this.refresh();
    this.run = run;
    show(this.watch, this.#head(run), run.generations.length > 0 && curves(run), run.generations.length > 0 && best(run));
  }

  #head(run) {
    const act = (step) => async () => {
      await post(`/api/evolutions/${run.id}/${step}`);
      this.refresh();
    };
    const words = t("evolution.done", { done: run.generations.length, needed: run.needed });
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("evolution.title", { number: run.id, state: t(`state.${run.state}`) })),
      h("p", { id: "progress-words" }, words),
      h("progress", { value: run.generations.length, max: run.needed, "aria-labelledby": "progress-words" }),
      run.message && h("p", { class: "problem" }, run.message),
      h(
        "div",
        { class: "buttons" },
        ["waiting", "running"].includes(run.state) && button(t("arena.stop"), act("stop")),
        ["stopped", "failed"].includes(run.state) && button(t("arena.resume"), act("resume"), { class: "primary" }),
      ),
    );
  }
}

function curves(run) {
  const series = ["best", "mean"].map((name) => run.generations.map((generation) => 100 * generation[name]));
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("evolution.curves")),
    course(series, t("evolution.curves")),
    h("p", { class: "note" }, t("evolution.legend")),
  );
}

function best(run) {
  const last = run.generations.at(-1);
  const facts = ["best", "mean", "diversity"].map((name) => [t(`evolution.fact.${name}`), number(name === "diversity" ? last[name] : 100 * last[name], name === "diversity" ? 3 : 1)]);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("evolution.best")),
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("p", {}, h("code", {}, last.agent)),
    h("a", { class: "button primary", href: address("/", { pos: "", first: "human", second: last.agent }) }, t("agent.play")),
  );
}

export async function render(main) {
  const view = new EvolutionView(main);
  const runs = await view.refresh();
  const asked = Number(new URLSearchParams(location.search).get("run"));
  const shown = runs.find((run) => run.id === asked) ?? runs[0];
  if (shown) view.open(shown.id);
}
