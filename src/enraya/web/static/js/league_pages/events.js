// Events, planned and played: tournaments between the versions of a certain date.

import { eventCards } from "../league/event_card.js";
import { followLeague, whenChanged } from "../league/live.js";
import { get } from "../lib/api.js";
import { h, redraw, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @param {HTMLElement} main */
export async function render(main) {
  const list = h("div", { class: "stack" });
  show(main, h("h1", {}, t("league.nav.events")), h("p", {}, t("league.events.what")), list);
  const ask = async () => redraw(eventCards(await get("/api/league/events")), list);
  await ask();
  followLeague(whenChanged(({ events }) => Object.entries(events), ask));
}
