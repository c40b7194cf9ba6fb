// Every team with the states of its versions, and the operator's decisions about them.

import { askReason } from "../league/asking.js";
import { followLeague, versionNews, whenChanged } from "../league/live.js";
import { reasonOf } from "../league/reason.js";
import { key, tagOf } from "../league/states.js";
import { get, post } from "../lib/api.js";
import { h, html, nothing, redraw, repeat, show } from "../lib/dom.js";
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
    redraw(teams.length
      ? repeat(teams, ({ id }) => id, (team) => teamCard(team, ask))
      : html`<p class="card note">${t("league.op.no_teams")}</p>`, list);
  };
  await ask();
  followLeague(whenChanged((news) => [...versionNews(news), news.teams], ask));
}

/**
 * A button for a decision, which needs a reason.
 * @param {string} what - the decision
 * @param {string} path - of the team or version
 * @param {string} name - of the team
 * @param {() => Promise<unknown>} onChanged
 * @param {{ note?: string }} [options] - for the dialog
 */
function decide(what, path, name, onChanged, options) {
  const onclick = async () => {
    const title = t("league.op.about", { what: t(`league.op.${what}`), name });
    if (await askReason(title, (reason) => post(`${path}/${what}`, { reason }), options)) await onChanged();
  };
  return html`<button type="button" @click=${onclick}>${t(`league.op.${what}`)}</button>`;
}

/**
 * @param {League.TeamView} team
 * @param {() => Promise<unknown>} onChanged
 */
function teamCard(team, onChanged) {
  const { id, name, alias, members, state, versions } = team;
  /** @param {string} what */
  const button = (what) => decide(what, `${API}/teams/${id}`, name, onChanged, { note: t(`league.op.${what}.note`) });
  const active = versions.find((one) => one.state === "active");
  const others = [...(alias === name ? [] : [t("league.op.alias", { alias })]), ...members];
  return html`<section class="card stack" aria-label=${name}>
    <h2>${name} ${state === "playing" ? nothing : html`<span class="tag away">${t(`league.team.${state}`)}</span>`}</h2>
    <p class="note">${others.join(", ")}</p>
    <p>${active ? t("league.op.plays", { number: active.number }) : t("league.op.plays_not")}</p>
    ${versions.length ? html`<details>
      <summary>${t("league.op.versions", { count: versions.length })}</summary>
      <ol class="version-list">
        ${repeat(versions.toReversed(), (one) => one.id, (one) => versionRow(one, name, onChanged))}
      </ol>
    </details>` : nothing}
    <div class="buttons">
      ${state === "playing" ? button("remove") : state === "removed" ? button("return") : nothing}
      ${state === "erased" ? nothing : button("erase")}
    </div>
  </section>`;
}

/**
 * @param {League.VersionView} version
 * @param {string} name - of the team
 * @param {() => Promise<unknown>} onChanged
 */
function versionRow(version, name, onChanged) {
  const { id, number: place, file, bytes, received, state } = version;
  const path = `${API}/versions/${id}`;
  return html`<li class="version state-${key(state)}">
    <p class="version-title"><strong>${t("league.version", { number: place })}</strong>
      <span class="tag ${tagOf(state)}">${t(`league.op.state.${key(state)}`)}</span></p>
    <p class="note">${t("league.versions.about", { file, bytes: number(bytes), date: dateText(received) })}</p>
    ${version.reason ? reasonOf(version) : nothing}
    <div class="buttons">
      <a class="button" href="${path}/source" download=${file}>${t("league.versions.source")}</a>
      ${ASIDE.includes(key(state)) ? decide("accept", path, name, onChanged) : nothing}
      ${state === "retired" ? decide("choose", path, name, onChanged) : nothing}
    </div>
  </li>`;
}
