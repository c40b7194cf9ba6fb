// What is planned and what has been played: tournaments of the versions of a date.

import { eventCard } from "../league/event_card.js";
import { followLeague } from "../league/live.js";
import { get } from "../lib/api.js";
import { h, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @param {HTMLElement} main */
export async function render(main) {
  const list = h("div", { class: "stack" });
  show(main, h("h1", {}, t("league.nav.events")), h("p", {}, t("league.events.what")), list);
  const ask = async () => {
    /** @type {League.EventView[]} */
    const events = await get("/api/league/events");
    redraw(list, events, () => (events.length
      ? events.toReversed().map((event) => eventCard(event))
      : [h("p", { class: "card note" }, t("league.events.none"))]));
  };
  await ask();
  let states = "";
  followLeague(async ({ events }) => {
    const seen = JSON.stringify(events);
    if (seen !== states) await ask().catch(() => {});
    states = seen;
  });
}
