// Joining by the link of the class: name, alias and members of the team; then the team's own link.

import { givenSecret, hideSecret, linkWithCode, secretOf, wholeLink } from "../league/link_card.js";
import { league } from "../league/who.js";
import { messageOf, post } from "../lib/api.js";
import { field, link, submitButton } from "../lib/controls.js";
import { announce, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const MOST_NAME = 60;

/**
 * @param {HTMLElement} main
 * @param {string} leagueName
 */
function drawForm(main, leagueName) {
  const known = givenSecret();
  const secret = h("input", { id: "join-link", required: true, autocomplete: "off", value: known });
  const name = h("input", { id: "team-name", required: true, maxlength: MOST_NAME, autocomplete: "off" });
  const alias = h("input", { id: "team-alias", maxlength: MOST_NAME, autocomplete: "off" });
  const members = h("textarea", { id: "team-members", rows: 3, spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    const people = members.value.split(/[\n,;]/).map((one) => one.trim()).filter(Boolean);
    const wanted = { secret: secretOf(secret.value), name: name.value, alias: alias.value, members: people };
    try {
      /** @type {League.JoinedTeam} */
      const joined = await post("/api/league/teams", wanted);
      hideSecret();
      drawJoined(main, joined);
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const form = h(
    "form",
    { class: "card stack narrow", onsubmit },
    h("p", {}, t("league.join.text")),
    known ? null : field("join-link", t("league.join.link"), secret),
    field("team-name", t("league.join.name"), name),
    h("div", { class: "field" }, field("team-alias", t("league.join.alias"), alias),
      h("p", { class: "note" }, t("league.join.alias.note"))),
    field("team-members", t("league.join.members"), members),
    problem,
    submitButton(t("league.join.do")),
  );
  show(main, h("h1", {}, t("league.join.title", { league: leagueName })), form);
  (known ? name : secret).focus();
}

/**
 * The team's own link can be shown only now, so it comes first.
 * @param {HTMLElement} main
 * @param {League.JoinedTeam} joined
 */
function drawJoined(main, { team, link: { path } }) {
  const title = h("h1", { tabindex: "-1" }, t("league.join.done", { name: team.name }));
  show(
    main,
    title,
    h(
      "section",
      { class: "card stack narrow" },
      h("p", {}, t("league.join.keep")),
      linkWithCode("own-link", t("league.join.own"), wholeLink(path)),
      h("div", { class: "buttons" }, link(t("league.join.go"), "/team", { class: "button primary" })),
    ),
  );
  announce(t("league.join.done", { name: team.name }));
  title.focus();
}

/** @param {HTMLElement} main */
export async function render(main) {
  const { name, me, is_open: isOpen } = await league();
  const already = me.team === null
    ? null
    : h("p", { class: "card" }, t("league.join.already"), " ", h("a", { href: "/team" }, t("league.nav.team")));
  if (isOpen) drawForm(main, name);
  else show(main, h("h1", {}, t("league.nav.join")), h("p", { class: "card" }, t("league.closed")));
  if (already) main.querySelector("h1")?.after(already);
}
