// The settings of the league: new values, a preview of their effect on the current grades, then a reason.

import { askReason } from "../league/asking.js";
import { get, messageOf, patch, post } from "../lib/api.js";
import { button, factList, field, submitButton, wideTable } from "../lib/controls.js";
import { announce, h, made, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { GradingForm } from "./grading_form.js";

const API = "/api/league/operator/settings";
const TEXTS = ["name", "deadline", "zone"];
const NUMBERS = ["seconds", "nodes", "reserve", "memory_mb", "max_bytes", "quota", "max_teams", "top", "max_pairs"];
const SWITCHES = ["is_open", "shows_aliases"];
const LISTS = ["baselines", "languages"];
const FIXED = ["rules", "opening_plies", "openings", "seed"];
/** Numbers that may be left empty for no limit. */
const OPTIONAL = ["seconds", "nodes"];

class SettingsPart {
  /**
   * @param {HTMLElement} box
   * @param {Record<string, any>} settings
   * @param {League.EventView[]} events
   */
  constructor(box, settings, events) {
    this.settings = settings;
    /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
    this.inputs = {};
    this.grading = new GradingForm(settings.grading, settings.baselines, events.map(({ name }) => name));
    this.problem = h("p", { class: "problem", role: "alert" });
    this.preview = h("div", { "aria-live": "polite" });
    const fixed = made(factList(FIXED.map((name) => [t(`league.set.${name}`), String(settings[name])])));
    show(
      box,
      h(
        "form",
        { class: "card stack", onsubmit: (event) => this.#save(event) },
        h("div", { class: "pair" }, [...TEXTS, ...NUMBERS].map((name) => this.#field(name))),
        h("div", { class: "stack" }, SWITCHES.map((name) => this.#switch(name))),
        h("div", { class: "pair" }, LISTS.map((name) => this.#area(name, settings[name].join("\n")))),
        this.grading.element,
        h("p", { class: "note" }, t("league.set.grading.note")),
        this.problem,
        h("div", { class: "buttons" }, submitButton(t("league.set.save")),
          button(t("league.set.preview"), () => this.#preview())),
        this.preview,
      ),
      h("section", { class: "card" }, h("h2", {}, t("league.set.fixed")), fixed),
    );
  }

  /** @param {string} name */
  #field(name) {
    const isNumber = NUMBERS.includes(name);
    const kind = isNumber ? { type: "number", step: "any", min: 0, required: !OPTIONAL.includes(name) } : {};
    const value = this.settings[name] ?? "";
    this.inputs[name] = h("input", { id: `set-${name}`, value, autocomplete: "off", ...kind });
    return field(`set-${name}`, t(`league.set.${name}`), this.inputs[name]);
  }

  /** @param {string} name */
  #switch(name) {
    const input = h("input", { id: `set-${name}`, type: "checkbox", checked: Boolean(this.settings[name]) });
    this.inputs[name] = input;
    return h("label", { class: "switch" }, input, t(`league.set.${name}`));
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #area(name, value) {
    const rows = Math.min(16, value.split("\n").length + 1);
    this.inputs[name] = h("textarea", { id: `set-${name}`, rows, spellcheck: "false" }, value);
    return field(`set-${name}`, t(`league.set.${name}`), this.inputs[name]);
  }

  /** The settings that differ from the current ones. */
  #changes() {
    /** @type {Record<string, any>} */
    const wanted = {};
    for (const [name, input] of Object.entries(this.inputs)) {
      const value = this.#value(name, input);
      if (JSON.stringify(value) !== JSON.stringify(this.settings[name])) wanted[name] = value;
    }
    const { value } = this.grading;
    return sameRules(value, this.settings.grading) ? wanted : { ...wanted, grading: value };
  }

  /**
   * @param {string} name
   * @param {HTMLInputElement | HTMLTextAreaElement} input
   */
  #value(name, input) {
    if (SWITCHES.includes(name)) return /** @type {HTMLInputElement} */ (input).checked;
    if (LISTS.includes(name)) return input.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (NUMBERS.includes(name)) return input.value === "" ? null : Number(input.value);
    return input.value;
  }

  /**
   * Calls a function with the changes, or says that there are none.
   * @param {(changes: Record<string, any>) => Promise<unknown>} act
   */
  async #with(act) {
    show(this.problem);
    try {
      const changes = this.#changes();
      if (Object.keys(changes).length) await act(changes);
      else this.problem.textContent = t("league.set.nothing");
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  #preview() {
    return this.#with(async (settings) => {
      /** @type {League.GradeChange[]} */
      const changes = await post(`${API}/preview`, { settings });
      const rows = changes.map(({ name, before, after }) => h("tr", {}, h("th", { scope: "row" }, name),
        h("td", { class: "number" }, number(before, 2)), h("td", { class: "number" }, number(after, 2)),
        h("td", { class: "number" }, number(after - before, 2))));
      const [name, then] = [t("league.ranking.name"), t("league.grade.column.after")];
      const head = [name, t("league.grade.column.before"), then, t("league.set.change")];
      const title = t("league.set.preview.title");
      show(this.preview, h("h2", {}, title), made(wideTable(title, head, rows)));
    });
  }

  /** @param {Event} event */
  #save(event) {
    event.preventDefault();
    return this.#with(async (settings) => {
      const names = Object.keys(settings).map((name) => t(`league.set.${name}`)).join(", ");
      const title = t("league.set.title", { names });
      const isDone = await askReason(title, async (reason) => {
        this.settings = await patch(API, { settings, reason });
      });
      if (isDone) announce(t("league.set.saved"));
      if (isDone) show(this.preview, h("p", { class: "tag" }, t("league.set.saved")));
    });
  }
}

/**
 * Whether two sets of rules are equal, regardless of the order of their parts.
 * @param {Record<string, any>} one
 * @param {Record<string, any>} other
 */
function sameRules(one, other) {
  return Object.keys(one).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** @param {HTMLElement} box */
export async function draw(box) {
  /** @type {[Record<string, any>, League.EventView[]]} */
  const [settings, events] = await Promise.all([get(API), get("/api/league/events")]);
  new SettingsPart(box, settings, events).preview.hidden = false;
}
