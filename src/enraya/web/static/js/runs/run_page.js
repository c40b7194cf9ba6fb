// What the pages of all long runs share: a form, the list of runs, and one of them followed live.

import { address, get, post } from "../lib/api.js";
import { button, submitButton } from "../lib/controls.js";
import { announce, h, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

// A card that shows a part of what a run has found; it stays hidden while that part is null.
export class Card {
  constructor(part, make) {
    this.part = part;
    this.make = make;
    this.element = h("section", { class: "card", hidden: true });
  }

  draw(run) {
    const value = this.part(run);
    this.element.hidden = value === null;
    if (value !== null) redraw(this.element, value, this.make);
  }
}

// A view for one kind of run says how a run is asked for (`form`, `wanted`), told (`describe`,
// `progress`), acted upon (`actions`) and shown (`cards`).
export class RunPage {
  // `name` is that of the page and its texts, `api` where the runs are, `key` names one in the address.
  constructor(name, api, key = "run") {
    Object.assign(this, { name, api, key });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("section", { class: "card", "aria-label": t(`${name}.past`) });
    this.title = h("h2", {});
    this.words = h("p", { id: "progress-words" });
    this.bar = h("progress", { "aria-labelledby": "progress-words" });
    this.message = h("p", { class: "problem" });
    this.buttons = h("div", { class: "buttons" });
    this.head = h("section", { class: "card", hidden: true }, this.title, this.words, this.bar, this.message, this.buttons);
  }

  layout(main) {
    const watch = h("section", { class: "stack", "aria-label": t(`${this.name}.watch`) }, this.head, this.cards.map((card) => card.element));
    const form = h(
      "form",
      { class: "card", onsubmit: (event) => this.#begin(event) },
      h("h2", {}, t(`${this.name}.new`)),
      this.form(),
      this.problem,
      submitButton(t(`${this.name}.begin`)),
    );
    const left = h("div", { class: "stack" }, form, this.list);
    show(main, h("h1", {}, t(`nav.${this.name}`)), h("p", {}, t(`${this.name}.what`)), h("div", { class: "columns-2" }, left, watch));
  }

  // Shows the run that the address names, else the latest.
  async start() {
    const runs = await this.refresh();
    const asked = Number(new URLSearchParams(location.search).get(this.key));
    const shown = runs.find((run) => run.id === asked) ?? runs[0];
    if (shown) this.open(shown.id);
  }

  async #begin(event) {
    event.preventDefault();
    try {
      const run = await post(this.api, this.wanted());
      this.problem.textContent = "";
      announce(t(`${this.name}.begun`));
      await this.refresh();
      this.choose(run.id);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  async refresh() {
    const runs = await get(this.api);
    redraw(this.list, runs, () => [h("h2", {}, t(`${this.name}.past`)), runs.length ? this.#table(runs) : h("p", { class: "note" }, t("run.none"))]);
    return runs;
  }

  #table(runs) {
    const rows = runs.map((run) =>
      h(
        "tr",
        {},
        h("td", {}, button(t("run.number", { number: run.id }), () => this.choose(run.id))),
        h("td", {}, this.describe(run)),
        h("td", {}, t(`state.${run.state}`)),
      ),
    );
    return h("div", { class: "scroll" }, h("table", { class: "list runs" }, h("tbody", {}, rows)));
  }

  // Opens a run that somebody has asked for, and brings it into view on a small screen.
  choose(number) {
    this.isAskedFor = true;
    this.open(number);
  }

  // Follows a run until another one is opened.
  open(number) {
    this.close();
    history.replaceState(null, "", address(location.pathname, { [this.key]: number }));
    this.events = new EventSource(`${this.api}/${number}/events`);
    this.events.onmessage = (event) => this.draw(JSON.parse(event.data));
  }

  close() {
    this.events?.close();
    this.head.hidden = true;
    for (const card of this.cards) card.element.hidden = true;
  }

  draw(run) {
    if (this.run?.id !== run.id || this.run.state !== run.state) this.refresh();
    this.run = run;
    this.head.hidden = false;
    this.title.textContent = t(`${this.name}.title`, { number: run.id, state: t(`state.${run.state}`) });
    const { words, done, needed } = this.progress(run);
    this.words.textContent = words;
    this.bar.hidden = !needed;
    this.bar.max = needed || 1;
    this.bar.value = done;
    this.message.textContent = run.message;
    this.#drawButtons(run);
    for (const card of this.cards) card.draw(run);
    if (this.isAskedFor) this.head.scrollIntoView({ block: "nearest" });
    this.isAskedFor = false;
  }

  // Who has just pressed "stop" on the keyboard finds himself on "resume".
  #drawButtons(run) {
    const hadFocus = this.buttons.contains(document.activeElement);
    const own = this.actions?.(run) ?? [];
    const texts = own.map((element) => element?.outerHTML);
    redraw(this.buttons, [run.id, run.state, texts], () => [
      ["waiting", "running"].includes(run.state) && button(t("run.stop"), () => this.act("stop")),
      ["stopped", "failed"].includes(run.state) && button(t("run.resume"), () => this.act("resume"), { class: "primary" }),
      ...own,
    ]);
    if (hadFocus && !this.buttons.contains(document.activeElement)) this.buttons.querySelector("button, a")?.focus();
  }

  async act(step) {
    try {
      this.draw(await post(`${this.api}/${this.run.id}/${step}`));
    } catch (error) {
      this.message.textContent = error.message;
    }
  }
}
