// Two versions of a team: a hundred games between them, and their sources side by side.

import { drawEntering } from "../league/entering.js";
import { sideBySide } from "../league/side_by_side.js";
import { league } from "../league/who.js";
import { get } from "../lib/api.js";
import { field, link, select } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ComparisonCard } from "../team/comparison.js";

/** The states in which a version can play. */
const FIT = ["active", "retired"];

/** @param {HTMLElement} main */
export async function render(main) {
  const { me } = await league();
  if (me.team === null) {
    drawEntering(main, "team");
    return;
  }
  /** @type {League.TeamView} */
  const { versions } = await get("/api/league/team");
  const numbers = versions.map(({ number }) => String(number));
  const fit = versions.filter(({ state }) => FIT.includes(state)).map(({ number }) => String(number));
  const offered = fit.length > 1 ? fit : numbers;
  const box = h("div", {});
  const both = ["one", "other"].map((id, side) => {
    const onchange = () => draw();
    const choice = select(`version-${id}`, numbers, (number) => t("league.version", { number }), { onchange });
    choice.value = offered[Math.max(0, offered.length - 2 + side)] ?? "";
    return choice;
  });
  const draw = async () => {
    const sources = await Promise.all(both.map(async ({ value }) => {
      const answer = await fetch(`/api/league/versions/${value}/source`);
      return { name: t("league.version", { number: value }), source: await answer.text() };
    }));
    show(box, sideBySide(sources));
  };
  const games = new ComparisonCard(() => ({ one: Number(both[0].value), other: Number(both[1].value) }));
  await games.look();
  show(
    main,
    h("h1", {}, t("league.compare")),
    h("div", { class: "stack" },
      h("section", { class: "card stack" },
        h("div", { class: "pair" }, both.map((choice, side) => field(choice.id, t(`league.compare.${side}`), choice))),
        h("div", { class: "buttons" }, link(t("league.nav.team"), "/team"))),
      games.element,
      box),
  );
  if (numbers.length) await draw();
}
