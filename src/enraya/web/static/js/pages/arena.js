// Tournaments: begin one, watch it, stop and resume it, open its games.

import { address, get } from "../lib/api.js";
import { ranking } from "../lib/charts.js";
import { button, field, link, numberFields, randomSeed, select, wideTable } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { AgentPicker } from "../play/agent_picker.js";
import { Card, RunPage } from "../runs/run_page.js";
import { LiveGames } from "../runs/live_games.js";
import { namedAgents, playerName } from "../play/named_agents.js";

const KINDS = ["round-robin", "gauntlet", "knockout", "swiss"];
const RULES = ["classic", "boom", "desconecta"];
const START = ["level(3)", "level(5)", "greedy"];
const RESULTS = { 0: "½–½", 1: "1–0", 2: "0–1" };
const SHOWN = 30;

class ArenaPage extends RunPage {
  constructor(main, agents) {
    super("arena", "/api/tournaments", "tournament");
    this.agents = agents;
    this.pickers = [];
    this.pickerBox = h("div", { class: "pair" });
    for (const agent of START) this.addPicker(agent);
    this.kind = select("kind", KINDS, (kind) => t(`arena.${kind}`));
    this.rules = select("arena-rules", RULES, (name) => t(`rules.${name}`));
    this.numbers = numberFields("arena", {
      games: { min: 1, max: 1000, value: 10 },
      seconds: { min: 0.01, max: 2, step: "any", value: 0.1 },
      seed: { min: 0, max: 2 ** 31, value: randomSeed() },
    });
    const nameOf = (agent) => this.nameOf(agent);
    this.latest = new Card((run) => run.latest, ({ rules, games }) => gameTable(rules, games, nameOf));
    this.cards = [
      new LiveGames(nameOf),
      new Card(({ standings }) => (standings.length ? standings : null), (standings) => table(standings, nameOf)),
      this.latest,
    ];
    this.layout(main);
  }

  addPicker(agent = "random") {
    const place = this.pickers.length + 1;
    const picker = new AgentPicker(`agent-${place}`, t("arena.agent", { place }), agent, this.agents, false);
    this.pickers.push(picker);
    this.pickerBox.append(picker.element);
  }

  removePicker() {
    if (this.pickers.length > 2) this.pickers.pop().element.remove();
  }

  form() {
    return [
      this.pickerBox,
      h("div", { class: "buttons" }, button(t("arena.more"), () => this.addPicker()), button(t("arena.fewer"), () => this.removePicker())),
      h("div", { class: "pair spaced" }, field("kind", t("arena.kind"), this.kind), field("arena-rules", t("game.rules"), this.rules)),
      h("div", { class: "pair" }, Object.values(this.numbers.fields)),
    ];
  }

  wanted() {
    return { agents: this.pickers.map((picker) => picker.value), kind: this.kind.value, rules: this.rules.value, ...this.numbers.values() };
  }

  describe(run) {
    return run.agents.map((agent) => this.nameOf(agent)).join(" · ");
  }

  nameOf(agent) {
    return playerName(agent, this.agents);
  }

  progress({ games, needed }) {
    const words = needed === null ? t("arena.played", { games }) : t("arena.played_of", { games, needed });
    return { words, done: games, needed };
  }

  actions(run) {
    return [run.games > 0 && link(t("arena.report"), `/api/tournaments/${run.id}/report`)];
  }

  draw(run) {
    const isNew = this.run?.id !== run.id || this.run.games !== run.games;
    run.latest = isNew ? null : this.run.latest;
    super.draw(run);
    if (isNew) this.#fetchLatest(run);
  }

  async #fetchLatest(run) {
    const games = await get(address(`/api/tournaments/${run.id}/games`, { last: SHOWN }));
    if (this.run.id !== run.id) return;
    this.run.latest = games.length ? { rules: run.rules, games } : null;
    this.latest.draw(this.run);
  }
}

function table(standings, nameOf) {
  const head = ["agent", "elo", "interval", "points", "record", "faults"].map((key) => t(`arena.head.${key}`));
  const rows = standings.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, nameOf(row.name)),
      h("td", { class: "number" }, number(row.elo)),
      h("td", { class: "number" }, `${number(row.low)} … ${number(row.high)}`),
      h("td", { class: "number" }, `${number(row.points, 1)}/${row.games}`),
      h("td", { class: "number" }, `${row.wins} ${row.draws} ${row.losses}`),
      h("td", {}, Object.entries(row.faults).map(([name, count]) => `${name} ${count}`).join(", ")),
    ),
  );
  const title = t("arena.ranking");
  const bars = standings.map(({ name, low, elo, high }) => ({ name: nameOf(name), low, value: elo, high }));
  return [h("h2", {}, title), ranking(bars, title), wideTable(title, head, rows)];
}

function gameTable(rules, games, nameOf) {
  const rows = games.map((game) => {
    const link = address("/analyse", { pos: game.moves, rules, review: 1 });
    return h(
      "tr",
      {},
      h("td", {}, h("a", { href: link, "aria-label": t("arena.open", { number: game.number }) }, String(game.number))),
      h("td", {}, nameOf(game.first)),
      h("td", {}, nameOf(game.second)),
      h("td", {}, RESULTS[game.winner]),
      h("td", {}, game.reason && `${game.termination}: ${game.reason}`),
    );
  });
  const head = ["game", "first", "second", "result", "reason"].map((key) => t(`arena.head.${key}`));
  return [h("h2", {}, t("arena.latest")), wideTable(t("arena.latest"), head, rows)];
}

export async function render(main) {
  await new ArenaPage(main, await namedAgents()).start();
}
