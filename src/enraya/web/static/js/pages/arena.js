// Tournaments: begin one, watch it, stop and resume it, open its games.

/** @import { Opponent } from "../play/named_agents.js" */

import { address, get } from "../lib/api.js";
import { ranking } from "../lib/charts.js";
import { button, field, numberFields, randomSeed, select, wideTable } from "../lib/controls.js";
import { h, html, nothing } from "../lib/dom.js";
import { endingName, faultReason, language, number, t } from "../lib/i18n.js";
import { information } from "../lib/information.js";
import { AgentPicker } from "../play/agent_picker.js";
import { namedAgents, playerName } from "../play/named_agents.js";
import { LiveGames } from "../runs/live_games.js";
import { Card, RunPage } from "../runs/run_page.js";

const FIRST_AGENTS = ["level(3)", "level(5)", "greedy"];
const DEFAULT_AGENT = "random";
const DEFAULT_GAMES = 10;
const RESULTS = ["½–½", "1–0", "0–1"];
const SHOWN_GAMES = 30;

/** @extends {RunPage<TournamentState>} */
class ArenaPage extends RunPage {
  /**
   * @param {HTMLElement} main
   * @param {Information} known
   * @param {Opponent[]} named
   */
  constructor(main, known, named) {
    super("arena", "/api/tournaments", "tournament");
    this.known = known;
    this.named = named;
    this.bounds = known.requests.tournament;
    /** @type {AgentPicker[]} */
    this.pickers = [];
    this.pickerBox = h("div", { class: "pair" });
    for (const agent of FIRST_AGENTS) this.addPicker(agent);
    this.kind = select("kind", this.bounds.kind.choices ?? [], (kind) => t(`arena.${kind}`));
    this.rules = select("arena-rules", known.rules.map(({ name }) => name), (name) => t(`rules.${name}`));
    this.numbers = numberFields("arena", this.bounds, {
      games: { value: DEFAULT_GAMES },
      seconds: {},
      seed: { value: randomSeed() },
    });
    /** @type {{ rules: string, games: PlayedGame[] } | null} */
    this.latest = null;
    /** @param {string} agent */
    const nameOf = (agent) => playerName(agent, this.named);
    this.latestCard = new Card(() => this.latest, ({ rules, games }) => gameTable(rules, games, nameOf));
    this.parts = [
      new LiveGames(nameOf),
      new Card(({ standings }) => (standings.length ? standings : null), (rows) => standingsTable(rows, nameOf)),
      this.latestCard,
    ];
    this.layout(main);
  }

  addPicker(agent = DEFAULT_AGENT) {
    if (this.pickers.length === this.bounds.agents.maximum) return;
    const place = this.pickers.length + 1;
    const label = t("arena.agent", { place });
    const picker = new AgentPicker(`agent-${place}`, label, agent, this.known, this.named, false);
    this.pickers.push(picker);
    this.pickerBox.append(picker.element);
  }

  removePicker() {
    if (this.pickers.length === this.bounds.agents.minimum) return;
    this.pickers.pop()?.element.remove();
  }

  form() {
    return [
      this.pickerBox,
      h(
        "div",
        { class: "buttons" },
        button(t("arena.more"), () => this.addPicker()),
        button(t("arena.fewer"), () => this.removePicker()),
      ),
      h(
        "div",
        { class: "pair spaced" },
        field("kind", t("arena.kind"), this.kind),
        field("arena-rules", t("game.rules"), this.rules),
      ),
      h("div", { class: "pair" }, Object.values(this.numbers.fields)),
    ];
  }

  wanted() {
    const agents = this.pickers.map((picker) => picker.value);
    return { agents, kind: this.kind.value, rules: this.rules.value, ...this.numbers.values() };
  }

  /** @param {TournamentState} run */
  describe({ names }) {
    return names.map((agent) => playerName(agent, this.named)).join(" · ");
  }

  /** @param {TournamentState} run */
  progress({ games, needed, judged }) {
    if (judged) {
      const [done, all] = judged;
      return { words: t("arena.judging", { done, needed: all }), done, needed: all };
    }
    const words = needed === null ? t("arena.played", { games }) : t("arena.played_of", { games, needed });
    return { words, done: games, needed };
  }

  /** @param {TournamentState} run */
  actions({ id, games }) {
    const report = address(`/api/tournaments/${id}/report`, { lang: language });
    return games > 0 ? html`<a class="button" href=${report}>${t("arena.report")}</a>` : nothing;
  }

  /** @param {TournamentState} run */
  draw(run) {
    const hasNewGames = this.run?.id !== run.id || this.run.games !== run.games;
    if (hasNewGames) this.latest = null;
    super.draw(run);
    if (hasNewGames) this.#fetchLatest(run);
  }

  /** @param {TournamentState} run */
  async #fetchLatest({ id, rules }) {
    /** @type {PlayedGame[]} */
    const games = await get(address(`/api/tournaments/${id}/games`, { last: SHOWN_GAMES }));
    if (this.run?.id !== id) return;
    this.latest = games.length ? { rules, games } : null;
    this.latestCard.draw(this.run);
  }
}

/**
 * @param {StandingRow[]} standings
 * @param {(agent: string) => string} nameOf
 */
function standingsTable(standings, nameOf) {
  const isJudged = standings.some(({ mistakes }) => mistakes);
  const keys = ["agent", "elo", "interval", "points", "record", ...(isJudged ? ["mistakes"] : []), "faults"];
  const head = keys.map((key) => t(`arena.head.${key}`));
  const rows = standings.map((row) => html`<tr>
    <th scope="row">${nameOf(row.name)}</th>
    <td class="number">${number(row.elo)}</td>
    <td class="number">${number(row.low)} … ${number(row.high)}</td>
    <td class="number">${number(row.points, 1)}/${row.games}</td>
    <td class="number">${row.wins} ${row.draws} ${row.losses}</td>
    ${isJudged ? html`<td class="number">${row.mistakes ? mistakesText(row.mistakes) : nothing}</td>` : nothing}
    <td>${Object.entries(row.faults).map(([name, count]) => `${endingName(name)} ${count}`).join(", ")}</td>
  </tr>`);
  const title = t("arena.ranking");
  const bars = standings.map(({ name, low, elo, high }) => ({ name: nameOf(name), low, value: elo, high }));
  return html`<h2>${title}</h2>${ranking(bars, title)}${wideTable(title, head, rows)}
    ${isJudged ? html`<p class="note spaced">${t("arena.mistakes_note")}</p>` : nothing}`;
}

/** @param {MistakeCount} mistakes */
function mistakesText({ losing, moves }) {
  return t("arena.mistakes_of", { losing, moves });
}

/**
 * @param {string} rules
 * @param {PlayedGame[]} games
 * @param {(agent: string) => string} nameOf
 */
function gameTable(rules, games, nameOf) {
  const rows = games.map((game) => {
    const names = { first: nameOf(game.first), second: nameOf(game.second) };
    const href = address("/analyse", { pos: game.moves, rules, review: 1, opening: game.opening_plies, ...names });
    return html`<tr>
      <td><a href=${href} aria-label=${t("arena.open", { number: game.number })}>${game.number}</a></td>
      <td>${nameOf(game.first)}</td>
      <td>${nameOf(game.second)}</td>
      <td>${game.winner === null ? "" : RESULTS[game.winner]}</td>
      <td>${game.reason && `${endingName(game.termination)}: ${faultReason(game)}`}</td>
    </tr>`;
  });
  const head = ["game", "first", "second", "result", "reason"].map((key) => t(`arena.head.${key}`));
  return html`<h2>${t("arena.latest")}</h2>${wideTable(t("arena.latest"), head, rows)}`;
}

/** @param {HTMLElement} main */
export async function render(main) {
  await new ArenaPage(main, await information(), await namedAgents()).start();
}
