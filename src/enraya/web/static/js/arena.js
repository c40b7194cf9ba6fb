// Tournaments: begin one, watch it, stop and resume it, open its games.

import { address, get, post } from "./api.js";
import { ranking } from "./chart.js";
import { announce, h, show } from "./dom.js";
import { number, t } from "./i18n.js";
import { field } from "./newgame.js";
import { PlayerPick, playerName } from "./pick.js";
import { button } from "./play.js";
import { myAgents } from "./uploads.js";

const KINDS = ["round-robin", "gauntlet", "knockout", "swiss"];
const START = ["level(3)", "level(5)", "greedy"];

class ArenaView {
  constructor(main, uploads) {
    this.uploads = uploads;
    this.picks = [];
    this.pickBox = h("div", { class: "pair" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("section", { class: "card", "aria-label": t("arena.past") });
    this.watch = h("section", { class: "stack", "aria-label": t("arena.watch") });
    for (const agent of START) this.addPick(agent);
    const left = h("div", { class: "stack" }, this.#form(), this.list);
    show(main, h("h1", {}, t("nav.arena")), h("div", { class: "columns-2" }, left, this.watch));
  }

  addPick(agent = "random") {
    const place = this.picks.length + 1;
    const pick = new PlayerPick(`agent-${place}`, t("arena.agent", { place }), agent, this.uploads, false);
    this.picks.push(pick);
    this.pickBox.append(pick.element);
  }

  removePick() {
    if (this.picks.length > 2) this.picks.pop().element.remove();
  }

  #form() {
    const input = (id, attributes) => h("input", { type: "number", id, required: true, ...attributes });
    this.kind = h("select", { id: "kind" }, KINDS.map((kind) => h("option", { value: kind }, t(`arena.${kind}`))));
    this.games = input("games", { min: 1, max: 1000, value: 10 });
    this.seconds = input("move-seconds", { min: 0.01, max: 2, step: "any", value: 0.1 });
    this.seed = input("seed", { min: 0, max: 2 ** 31, value: Math.floor(Math.random() * 1e6) });
    this.rules = h("select", { id: "arena-rules" }, ["classic", "boom", "desconecta"].map((name) => h("option", { value: name }, t(`rules.${name}`))));
    return h(
      "form",
      { class: "card", onsubmit: (event) => this.#begin(event) },
      h("h2", {}, t("arena.new")),
      this.pickBox,
      h("div", { class: "buttons" }, button(t("arena.more"), () => this.addPick()), button(t("arena.fewer"), () => this.removePick())),
      h("div", { class: "pair spaced" }, field("kind", t("arena.kind"), this.kind), field("arena-rules", t("game.rules"), this.rules)),
      h("div", { class: "pair" }, field("games", t("arena.games"), this.games), field("move-seconds", t("arena.seconds"), this.seconds), field("seed", t("arena.seed"), this.seed)),
      this.problem,
      h("button", { type: "submit", class: "primary" }, t("arena.begin")),
    );
  }

  async #begin(event) {
    event.preventDefault();
    const wanted = {
      agents: this.picks.map((pick) => pick.value),
      kind: this.kind.value,
      rules: this.rules.value,
      games: Number(this.games.value),
      seconds: Number(this.seconds.value),
      seed: Number(this.seed.value),
    };
    try {
      const run = await post("/api/tournaments", wanted);
      this.problem.textContent = "";
      announce(t("arena.begun"));
      await this.refresh();
      this.open(run.id);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  async refresh() {
    const runs = await get("/api/tournaments");
    const rows = runs.map((run) =>
      h(
        "tr",
        {},
        h("td", {}, button(t("arena.number", { number: run.id }), () => this.open(run.id))),
        h("td", {}, run.agents.map((agent) => this.nameOf(agent)).join(" · ")),
        h("td", {}, t(`state.${run.state}`)),
      ),
    );
    const table = h("div", { class: "scroll" }, h("table", { class: "list" }, h("tbody", {}, rows)));
    show(this.list, h("h2", {}, t("arena.past")), rows.length ? table : h("p", { class: "note" }, t("arena.none")));
    return runs;
  }

  nameOf(agent) {
    return this.uploads.find((known) => known.agent === agent)?.name ?? playerName(agent);
  }

  // Follows a tournament until another one is opened.
  open(number) {
    this.events?.close();
    history.replaceState(null, "", address("/arena", { tournament: number }));
    this.events = new EventSource(`/api/tournaments/${number}/events`);
    this.events.onmessage = (event) => this.#draw(JSON.parse(event.data));
  }

  async #draw(run) {
    const changed = this.run?.id !== run.id || this.run.state !== run.state;
    this.run = run;
    if (changed) this.refresh();
    const games = await get(address(`/api/tournaments/${run.id}/games`, { last: 30 }));
    if (this.run !== run) return;
    show(this.watch, this.#head(run), run.standings.length > 0 && this.#table(run), games.length > 0 && this.#games(run, games));
  }

  #head(run) {
    const act = (step) => async () => {
      await post(`/api/tournaments/${run.id}/${step}`);
      this.refresh();
    };
    const goes = ["waiting", "running"].includes(run.state);
    const words = run.needed === null ? t("arena.played", { games: run.games }) : t("arena.played_of", { games: run.games, needed: run.needed });
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("arena.title", { number: run.id, state: t(`state.${run.state}`) })),
      h("p", { id: "progress-words" }, words),
      run.needed !== null && h("progress", { value: run.games, max: run.needed || 1, "aria-labelledby": "progress-words" }),
      run.message && h("p", { class: "problem" }, run.message),
      h(
        "div",
        { class: "buttons" },
        goes && button(t("arena.stop"), act("stop")),
        ["stopped", "failed"].includes(run.state) && button(t("arena.resume"), act("resume"), { class: "primary" }),
        run.games > 0 && h("a", { class: "button", href: `/api/tournaments/${run.id}/report` }, t("arena.report")),
      ),
    );
  }

  #table(run) {
    const head = ["agent", "elo", "interval", "points", "record", "faults"].map((key) => h("th", { scope: "col" }, t(`arena.head.${key}`)));
    const rows = run.standings.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, this.nameOf(row.name)),
        h("td", { class: "number" }, number(row.elo)),
        h("td", { class: "number" }, `${number(row.low)} … ${number(row.high)}`),
        h("td", { class: "number" }, `${number(row.points, 1)}/${row.games}`),
        h("td", { class: "number" }, `${row.wins} ${row.draws} ${row.losses}`),
        h("td", {}, Object.entries(row.faults).map(([name, count]) => `${name} ${count}`).join(", ")),
      ),
    );
    const chart = ranking(run.standings.map((row) => ({ name: this.nameOf(row.name), low: row.low, value: row.elo, high: row.high })), t("arena.ranking"));
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("arena.ranking")),
      chart,
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("arena.ranking") }, h("table", { class: "list" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    );
  }

  #games(run, games) {
    const rows = games.map((game) => {
      const link = address("/analyse", { pos: game.moves, rules: run.rules, review: 1 });
      const winner = game.winner === 0 ? t("value.draw") : this.nameOf(game.winner === 1 ? game.first : game.second);
      return h(
        "tr",
        {},
        h("td", {}, h("a", { href: link, "aria-label": t("arena.open", { number: game.number }) }, String(game.number))),
        h("td", {}, this.nameOf(game.first)),
        h("td", {}, this.nameOf(game.second)),
        h("td", {}, winner),
        h("td", {}, game.reason && `${game.termination}: ${game.reason}`),
      );
    });
    const head = ["game", "first", "second", "winner", "reason"].map((key) => h("th", { scope: "col" }, t(`arena.head.${key}`)));
    return h("section", { class: "card" }, h("h2", {}, t("arena.latest")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("arena.latest") }, h("table", { class: "list" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))));
  }
}

export async function render(main) {
  const view = new ArenaView(main, await myAgents());
  const runs = await view.refresh();
  const asked = Number(new URLSearchParams(location.search).get("tournament"));
  const shown = runs.find((run) => run.id === asked) ?? runs[0];
  if (shown) view.open(shown.id);
}
