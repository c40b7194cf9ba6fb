// Every team with its versions: what became of them, and what the operator decides.

import { askReason } from "../league/asking.js";
import { followLeague } from "../league/live.js";
import { reasonOf } from "../league/reason.js";
import { key, tagOf } from "../league/states.js";
import { get, post } from "../lib/api.js";
import { button, link } from "../lib/controls.js";
import { h, redraw, show } from "../lib/dom.js";
import { dateText, number, t } from "../lib/i18n.js";

const ASIDE = ["late", "over_quota", "rejected", "failed"];
const API = "/api/league/operator";

/** @param {HTMLElement} box */
export async function draw(box) {
  const list = h("div", { class: "stack" });
  show(box, list);
  const ask = async () => {
    /** @type {League.TeamView[]} */
    const teams = await get(`${API}/teams`);
    redraw(list, teams, () => (teams.length
      ? teams.map((team) => teamCard(team, ask))
      : [h("p", { class: "card note" }, t("league.op.no_teams"))]));
  };
  await ask();
  let seen = "";
  followLeague(async ({ queue, latest, waiting, teams }) => {
    const now = JSON.stringify([queue, latest, teams, waiting.map(({ state }) => state)]);
    const isOpen = list.querySelector("details[open]"); // nobody loses their place while reading
    if (now !== seen && !isOpen) await ask().catch(() => {});
    seen = now;
  });
}

/**
 * @param {League.TeamView} team
 * @param {() => Promise<void>} onChanged
 */
function teamCard(team, onChanged) {
  const { id, name, alias, members, state, versions } = team;
  /** @param {string} what */
  const decide = (what) => button(t(`league.op.${what}`), async () => {
    const title = t("league.op.about", { what: t(`league.op.${what}`), name });
    const note = t(`league.op.${what}.note`);
    if (await askReason(title, (reason) => post(`${API}/teams/${id}/${what}`, { reason }), { note })) await onChanged();
  });
  const active = versions.find((one) => one.state === "active");
  return h(
    "section",
    { class: "card stack", "aria-label": name },
    h("h2", {}, name, " ", state === "playing" ? null : h("span", { class: "tag away" }, t(`league.team.${state}`))),
    h("p", { class: "note" }, [...(alias === name ? [] : [t("league.op.alias", { alias })]), ...members].join(", ")),
    h("p", {}, active ? t("league.op.plays", { number: active.number }) : t("league.op.plays_not")),
    versions.length > 0 && h("details", {}, h("summary", {}, t("league.op.versions", { count: versions.length })),
      h("ol", { class: "version-list" }, versions.toReversed().map((one) => versionRow(one, name, onChanged)))),
    h("div", { class: "buttons" }, state === "playing" ? decide("remove") : state === "removed" && decide("return"),
      state !== "erased" && decide("erase")),
  );
}

/**
 * @param {League.VersionView} version
 * @param {string} name - of the team
 * @param {() => Promise<void>} onChanged
 */
function versionRow(version, name, onChanged) {
  const { id, number: place, file, bytes, received, state } = version;
  const path = `${API}/versions/${id}`;
  /** @param {string} what */
  const decide = (what) => button(t(`league.op.${what}`), async () => {
    const title = t("league.op.about", { what: t(`league.op.${what}`), name });
    if (await askReason(title, (reason) => post(`${path}/${what}`, { reason }))) await onChanged();
  });
  return h(
    "li",
    { class: `version state-${key(state)}` },
    h("p", { class: "version-title" }, h("strong", {}, t("league.version", { number: place })), " ",
      h("span", { class: `tag ${tagOf(state)}` }, t(`league.op.state.${key(state)}`))),
    h("p", { class: "note" }, t("league.versions.about", { file, bytes: number(bytes), date: dateText(received) })),
    version.reason ? reasonOf(version) : null,
    h("div", { class: "buttons" }, link(t("league.versions.source"), `${path}/source`, { download: file }),
      ASIDE.includes(key(state)) && decide("accept"), state === "retired" && decide("choose")),
  );
}
