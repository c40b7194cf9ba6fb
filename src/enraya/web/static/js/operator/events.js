// Events: schedule, freeze, begin, cancel and publish them.

import { askReason } from "../league/asking.js";
import { eventCards } from "../league/event_card.js";
import { followLeague, whenChanged } from "../league/live.js";
import { league } from "../league/who.js";
import { get, messageOf, post } from "../lib/api.js";
import { field, randomSeed, select, submitButton } from "../lib/controls.js";
import { announce, h, html, nothing, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const API = "/api/league/operator/events";
const KINDS = ["round-robin", "swiss", "knockout"];
const BEFORE = ["planned", "frozen"];

/** @param {HTMLElement} box */
export async function draw(box) {
  const list = h("div", { class: "stack" });
  const problem = h("p", { class: "problem", role: "alert" });
  const { zone } = await league();
  const ask = async () =>
    redraw(eventCards(await get("/api/league/events"), (event) => actions(event, problem, ask)), list);
  show(box, planForm(zone, ask), problem, list);
  await ask();
  followLeague(whenChanged(({ events, games }) =>
    [...Object.entries(events), Object.values(events).includes("running") && games], ask));
}

/**
 * @param {League.EventView} event
 * @param {HTMLElement} problem
 * @param {() => Promise<unknown>} onChanged
 */
function actions({ id, name, state }, problem, onChanged) {
  /** @param {string} what */
  const about = (what) => t("league.op.about", { what: t(`league.op.event.${what}`), name });
  /**
   * @param {string} what
   * @param {string} look
   */
  const simply = (what, look = "primary") => {
    const onclick = async () => {
      show(problem);
      try {
        await post(`${API}/${id}/${what}`);
        announce(t(`league.op.event.${what}`));
        await onChanged();
      } catch (error) {
        problem.textContent = messageOf(error);
      }
    };
    return html`<button type="button" class=${look} aria-label=${about(what)} @click=${onclick}>${
      t(`league.op.event.${what}`)}</button>`;
  };
  const cancel = async () => {
    if (await askReason(about("cancel"), (reason) => post(`${API}/${id}/cancel`, { reason }))) await onChanged();
  };
  if (state === "played") return [simply("publish")];
  if (!BEFORE.includes(state)) return [];
  return [simply("start"), state === "planned" ? simply("freeze", "") : nothing,
    html`<button type="button" @click=${cancel}>${t("league.op.event.cancel")}</button>`];
}

/**
 * @param {string} zone
 * @param {() => Promise<unknown>} onPlanned
 */
function planForm(zone, onPlanned) {
  const name = h("input", { id: "event-name", required: true, maxlength: 60, autocomplete: "off" });
  const starts = h("input", { id: "event-starts", type: "datetime-local" });
  const freeze = h("input", { id: "event-freeze", type: "datetime-local" });
  const kind = select("event-kind", KINDS, (one) => t(`league.kind.${one}`));
  const games = h("input", { id: "event-games", type: "number", min: 1, max: 1000, value: 2, required: true });
  const rounds = h("input", { id: "event-rounds", type: "number", min: 0, max: 100, value: 0, required: true });
  const baselines = h("input", { id: "event-baselines", type: "checkbox" });
  const roundsField = field("event-rounds", t("league.op.event.rounds"), rounds);
  const changed = () => {
    roundsField.hidden = kind.value !== "swiss";
  };
  kind.addEventListener("change", changed);
  changed();
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    show(problem);
    try {
      await post(API, {
        name: name.value, starts: starts.value, freeze: freeze.value, kind: kind.value, games: Number(games.value),
        rounds: kind.value === "swiss" ? Number(rounds.value) : 0, seed: randomSeed(),
        with_baselines: baselines.checked,
      });
      name.value = "";
      announce(t("league.op.event.planned"));
      await onPlanned();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  return h(
    "form",
    { class: "card stack", onsubmit },
    h("h2", {}, t("league.op.event.plan")),
    field("event-name", t("league.op.event.name"), name),
    h("div", { class: "pair" }, field("event-starts", t("league.op.event.starts", { zone }), starts),
      field("event-freeze", t("league.op.event.versions", { zone }), freeze)),
    h("div", { class: "pair" }, field("event-kind", t("league.event.kind"), kind),
      field("event-games", t("league.event.games"), games), roundsField),
    h("label", { class: "switch" }, baselines, t("league.event.baselines")),
    h("p", { class: "note" }, t("league.op.event.note")),
    problem,
    h("div", { class: "buttons" }, submitButton(t("league.op.event.plan"))),
  );
}
