// What the pages of all long runs share: a form, the list of runs, and one run followed live.

/** @import { Child, Template } from "../lib/dom.js" */

import { address, get, messageOf, post } from "../lib/api.js";
import { submitButton } from "../lib/controls.js";
import { announce, guard, h, html, nothing, redraw, repeat, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keptNote, ownerControls } from "../lib/own.js";

/**
 * The fields that runs of every kind have.
 * @typedef {{ id: number, number: number, state: string, message: string, name: string, mine: boolean }} Run
 */

/**
 * Something that shows a part of a run's results.
 * @template R
 * @typedef {{ element: HTMLElement, draw: (run: R) => void }} Part
 */

/**
 * A card that shows a part of a run's results; it is hidden while that part is null.
 * @template R
 * @template Value
 */
export class Card {
  /**
   * @param {(run: R) => Value | null} part
   * @param {(value: Value) => Template} make
   */
  constructor(part, make) {
    this.part = part;
    this.make = make;
    this.element = h("section", { class: "card", hidden: true });
  }

  /** @param {R} run */
  draw(run) {
    const value = this.part(run);
    this.element.hidden = value === null;
    if (value !== null) redraw(this.make(value), this.element);
  }
}

/**
 * The page of one kind of run, which defines how a run is requested (`form`, `wanted`), described
 * (`describe`, `progress`), acted upon (`actions`) and shown (`parts`).
 * @template {Run} R
 */
export class RunPage {
  /**
   * @param {string} name - of the page and its texts
   * @param {string} api - the path of the runs
   * @param {string} key - the query parameter with the id of a run
   */
  constructor(name, api, key = "run") {
    this.name = name;
    this.api = api;
    this.key = key;
    /** @type {Part<R>[]} */
    this.parts = [];
    /** @type {R | null} */
    this.run = null;
    /** @type {EventSource | null} */
    this.events = null;
    this.isAskedFor = false;
    /** @type {HTMLElement | null} */
    this.kept = null;
    this.problem = h("p", { class: "problem", role: "alert" });
    this.missing = h("p", { class: "problem", role: "status" });
    this.list = h("section", { class: "card", "aria-label": t(`${name}.past`) });
    this.title = h("h2", {});
    this.words = h("p", { id: "progress-words" });
    this.bar = h("progress", { "aria-labelledby": "progress-words" });
    this.message = h("p", { class: "problem" });
    this.buttons = h("div", { class: "buttons" });
    this.owner = h("div", {});
    const parts = [this.title, this.words, this.bar, this.message, this.buttons, this.owner];
    this.head = h("section", { class: "card", hidden: true }, parts);
  }

  /**
   * The inputs for a new run.
   * @returns {Child[]}
   */
  form() {
    return [];
  }

  /**
   * The request that the inputs describe.
   * @returns {object}
   */
  wanted() {
    return {};
  }

  /**
   * A run in a few words.
   * @param {R} _run
   */
  describe(_run) {
    return "";
  }

  /**
   * How far a run has come, and how much it needs; null if that is not known.
   * @param {R} _run
   * @returns {{ words: string, done: number, needed: number | null }}
   */
  progress(_run) {
    return { words: "", done: 0, needed: null };
  }

  /**
   * Further actions for a run.
   * @param {R} _run
   * @returns {unknown}
   */
  actions(_run) {
    return nothing;
  }

  /** @param {HTMLElement} main */
  layout(main) {
    const watched = this.parts.map((part) => part.element);
    const label = t(`${this.name}.watch`);
    const watch = h("section", { class: "stack watched", "aria-label": label }, this.missing, this.head, watched);
    const form = h(
      "form",
      { class: "card", onsubmit: (event) => this.#begin(event) },
      h("h2", {}, t(`${this.name}.new`)),
      this.form(),
      this.problem,
      submitButton(t(`${this.name}.begin`)),
    );
    const left = h("div", { class: "stack" }, form, this.list);
    show(
      main,
      h("h1", {}, t(`nav.${this.name}`)),
      h("p", {}, t(`${this.name}.what`)),
      h("div", { class: "columns-2" }, left, watch),
    );
  }

  // Shows the run in the address, else the latest.
  async start() {
    if (!this.kept) this.list.after((this.kept = await keptNote()));
    const runs = await this.refresh();
    const asked = new URLSearchParams(location.search).get(this.key);
    const shown = asked === null ? runs[0] : runs.find((run) => run.id === Number(asked));
    if (shown) this.open(shown.id);
    else if (asked !== null) this.missing.textContent = t("run.missing");
  }

  /** @param {Event} event */
  async #begin(event) {
    event.preventDefault();
    try {
      const run = await post(this.api, this.wanted());
      this.problem.textContent = "";
      announce(t(`${this.name}.begun`));
      await this.refresh();
      this.choose(run.id);
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  async refresh() {
    /** @type {R[]} */
    const runs = await get(this.api);
    redraw(html`<h2>${t(`${this.name}.past`)}</h2>
      ${runs.length ? this.#table(runs) : html`<p class="note">${t(`${this.name}.none`)}</p>`}`, this.list);
    return runs;
  }

  /** @param {R[]} runs */
  #table(runs) {
    return html`<div class="scroll"><table class="list runs"><tbody>
      ${repeat(runs, ({ id }) => id, (run) => html`<tr>
        <td><button type="button" @click=${() => this.choose(run.id)}>${
          t("run.number", { number: run.number })}</button></td>
        <td>${run.name ? html`<strong>${run.name}<br></strong>` : nothing}${this.describe(run)}</td>
        <td>${t(`state.${run.state}`)}</td>
      </tr>`)}
    </tbody></table></div>`;
  }

  /**
   * Opens a chosen run, and scrolls to it on a small screen.
   * @param {number} id
   */
  choose(id) {
    this.isAskedFor = true;
    this.open(id);
  }

  /**
   * Follows a run until another one is opened.
   * @param {number} id
   */
  open(id) {
    this.close();
    history.replaceState(null, "", address(location.pathname, { [this.key]: id }));
    this.events = new EventSource(`${this.api}/${id}/events`);
    this.events.onmessage = (event) => this.draw(JSON.parse(event.data));
  }

  close() {
    this.events?.close();
    this.missing.textContent = "";
    this.head.hidden = true;
    for (const part of this.parts) part.element.hidden = true;
  }

  /** @param {R} run */
  draw(run) {
    const { id, state, name } = this.run ?? {};
    if (id !== run.id || state !== run.state || name !== run.name) this.refresh();
    this.run = run;
    this.head.hidden = false;
    const title = t(`${this.name}.title`, { number: run.number, state: t(`state.${run.state}`) });
    this.title.textContent = [title, run.name].filter(Boolean).join(" · ");
    const { words, done, needed } = this.progress(run);
    this.words.textContent = words;
    this.bar.hidden = !needed;
    this.bar.max = needed || 1;
    this.bar.value = done;
    this.message.textContent = run.message;
    this.#drawButtons(run);
    this.#drawOwner(run);
    for (const part of this.parts) part.draw(run);
    if (this.isAskedFor) this.head.scrollIntoView({ block: "nearest" });
    this.isAskedFor = false;
  }

  /**
   * Stop and resume share one button, which keeps the focus; if it disappears, the next button gets the focus.
   * @param {R} run
   */
  #drawButtons(run) {
    const hadFocus = this.buttons.contains(document.activeElement);
    const step = isActive(run) ? "stop" : "resume";
    const canStep = run.mine && (isActive(run) || ["stopped", "failed"].includes(run.state));
    const look = step === "resume" ? "primary" : "";
    redraw(html`${canStep
      ? html`<button type="button" class=${look} @click=${() => this.act(step)}>${t(`run.${step}`)}</button>`
      : nothing}${this.actions(run)}`, this.buttons);
    if (!hadFocus || this.buttons.contains(document.activeElement)) return;
    const [next] = this.buttons.children;
    if (next instanceof HTMLElement) next.focus();
  }

  /**
   * Redraws the controls only if something about them has changed: somebody may be typing a name.
   * @param {R} run
   */
  #drawOwner(run) {
    redraw(guard([run.id, run.name, run.mine, isActive(run)], () =>
      (run.mine ? this.#ownerControls(run) : html`<p class="note">${t("own.others")}</p>`)), this.owner);
  }

  /** @param {R} run */
  #ownerControls(run) {
    return ownerControls({
      path: `${this.api}/${run.id}`,
      name: run.name,
      shown: run.name || t("run.number", { number: run.number }),
      canDelete: !isActive(run),
      onRenamed: (renamed) => this.draw(renamed),
      onDeleted: () => {
        this.close();
        history.replaceState(null, "", location.pathname);
        this.start();
      },
    });
  }

  /** @param {"stop" | "resume"} step */
  async act(step) {
    try {
      this.draw(await post(`${this.api}/${this.run?.id}/${step}`));
    } catch (error) {
      this.message.textContent = messageOf(error);
    }
  }
}

/** @param {Run} run */
function isActive({ state }) {
  return ["waiting", "running"].includes(state);
}
