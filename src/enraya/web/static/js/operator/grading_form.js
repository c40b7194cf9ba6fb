// The form for what earns points: beaten baselines, few value-losing moves, places in an event.

import { field, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const NUMBERS = ["pairs", "elo0", "elo1", "moves", "scale"];
const DEFAULT_POINTS = 1;
/** How many empty rows are offered for further bands. */
const SPARE = 1;

export class GradingForm {
  /**
   * @param {Record<string, any>} grading
   * @param {string[]} baselines
   * @param {string[]} events - their names
   */
  constructor(grading, baselines, events) {
    this.grading = grading;
    this.points = baselines.map((name, place) =>
      ({ name, input: amount(`points-${place}`, grading.points[name] ?? DEFAULT_POINTS) }));
    this.bands = [...grading.bands, ...Array(SPARE).fill(["", ""])].map(([share, points], place) => ({
      share: amount(`share-${place}`, share === "" ? "" : Number((100 * share).toFixed(6)), false),
      points: amount(`band-${place}`, points, false),
    }));
    /** @type {Record<string, HTMLInputElement>} */
    this.numbers = Object.fromEntries(NUMBERS.map((name) => [name, amount(`grading-${name}`, grading[name])]));
    const known = [...new Set(["", grading.event, ...events])];
    this.event = select("grading-event", known, (name) => name || t("league.set.no_event"));
    this.event.value = grading.event;
    this.places = h("input", { id: "grading-places", value: grading.places.join(" "), autocomplete: "off" });
    this.element = this.#form();
  }

  #form() {
    const points = this.points.map(({ name, input }) => field(input.id, t("league.set.beaten", { name }), input));
    const bands = this.bands.map(({ share, points: worth }) => h("div", { class: "band-row" },
      field(share.id, t("league.set.share"), share), field(worth.id, t("league.set.worth"), worth)));
    const numbers = NUMBERS.map((name) =>
      field(`grading-${name}`, t(`league.set.grading.${name}`), this.numbers[name]));
    return h(
      "fieldset",
      { class: "stack grading" },
      h("legend", {}, t("league.set.grading")),
      h("div", { class: "pair" }, points),
      h("div", { class: "bands" }, bands),
      h("div", { class: "pair" }, numbers),
      h("div", { class: "pair" }, field("grading-event", t("league.set.event"), this.event),
        field("grading-places", t("league.set.places"), this.places)),
    );
  }

  /** The grading rules for the server; parts without a field do not change. */
  get value() {
    const filled = this.bands.filter(({ share, points }) => share.value !== "" && points.value !== "");
    return {
      ...this.grading,
      ...Object.fromEntries(NUMBERS.map((name) => [name, Number(this.numbers[name].value)])),
      points: this.#changedPoints(),
      bands: filled.map(({ share, points }) => [Number((Number(share.value) / 100).toFixed(8)), Number(points.value)]),
      event: this.event.value,
      places: this.places.value.split(/[\s;]+/).filter(Boolean).map((text) => Number(text.replace(",", "."))),
    };
  }

  // An item without a name stays without one, so that it does not count as a change.
  #changedPoints() {
    const named = this.points.filter(({ name, input }) =>
      name in this.grading.points || Number(input.value) !== DEFAULT_POINTS);
    return Object.fromEntries(named.map(({ name, input }) => [name, Number(input.value)]));
  }
}

/**
 * @param {string} id
 * @param {number | string} value
 */
function amount(id, value, required = true) {
  return h("input", { id, type: "number", step: "any", min: 0, value, required });
}
