// Sources of different teams that look alike, side by side. Likeness proves nothing.

import { sideBySide } from "../league/side_by_side.js";
import { address, get, messageOf } from "../lib/api.js";
import { button, field, submitButton } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

const API = "/api/league/operator";

/** @param {HTMLElement} box */
export async function draw(box) {
  /** @type {League.TeamView[]} */
  const teams = await get(`${API}/teams`);
  const least = h("input", { id: "least", type: "number", min: 0, max: 100, step: 5, value: 50, required: true });
  const all = h("input", { id: "all-versions", type: "checkbox" });
  const list = h("div", {});
  const shown = h("div", {});
  /** @param {Event} [event] */
  const onsubmit = async (event) => {
    event?.preventDefault();
    show(list, h("p", { class: "note", role: "status" }, t("league.similar.asking")));
    try {
      const query = { least: Number(least.value) / 100, all_versions: all.checked };
      /** @type {League.LikenessState[]} */
      const found = await get(address(`${API}/similar`, query));
      show(list, found.length
        ? h("ul", { class: "link-list" }, found.map((pair) => h("li", {}, pairRow(pair, teams, shown))))
        : h("p", {}, t("league.similar.none")));
    } catch (error) {
      show(list, h("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
  };
  show(
    box,
    h("form", { class: "card stack", onsubmit }, h("p", {}, t("league.similar.text")),
      h("div", { class: "pair" }, field("least", t("league.similar.least"), least)),
      h("label", { class: "switch" }, all, t("league.similar.all")),
      h("div", { class: "buttons" }, submitButton(t("league.similar.ask")))),
    h("section", { class: "card" }, list),
    shown,
  );
  await onsubmit();
}

/**
 * @param {League.LikenessState} pair
 * @param {League.TeamView[]} teams
 * @param {HTMLElement} shown
 */
function pairRow({ teams: ids, versions, share, is_identical: isSame }, teams, shown) {
  const both = ids.map((id, side) => {
    const team = teams.find((one) => one.id === id);
    const version = team?.versions.find((one) => one.number === versions[side]);
    const name = team?.name ?? String(id);
    return { name: t("league.similar.one", { name, number: versions[side] }), id: version?.id };
  });
  const words = isSame ? t("league.similar.same") : t("league.similar.share", { share: number(100 * share) });
  const onclick = async () => {
    const sources = await Promise.all(both.map(async ({ id }) => (await fetch(`${API}/versions/${id}/source`)).text()));
    show(shown, sideBySide(both.map(({ name }, side) => ({ name, source: sources[side] }))));
    shown.scrollIntoView();
  };
  return h("div", { class: "buttons" }, h("span", {}, both.map(({ name }) => name).join(" – ")),
    h("span", { class: `tag ${isSame ? "away" : "plain"}` }, words), button(t("league.similar.show"), onclick));
}
