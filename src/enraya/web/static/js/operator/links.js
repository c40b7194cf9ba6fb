// Links: make, revoke, project, and print them as a sheet with a QR code for each team.

import { askReason } from "../league/asking.js";
import { drawCode, linkWithCode, wholeLink } from "../league/link_card.js";
import { get, post } from "../lib/api.js";
import { button } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { dateText, number, t } from "../lib/i18n.js";

const API = "/api/league/operator";

class LinksPart {
  /**
   * @param {HTMLElement} box
   * @param {string} address - of the league for other machines
   */
  constructor(box, address) {
    this.address = address;
    this.join = h("section", { class: "card stack" });
    this.own = h("section", { class: "card stack" });
    this.teams = h("section", { class: "card stack" });
    this.sheet = h("section", { class: "sheet", hidden: true });
    show(box, h("div", { class: "columns-2" }, this.join, this.own), this.teams, this.sheet);
  }

  async draw() {
    /** @type {[League.AccessLinkRow[], League.TeamView[]]} */
    const [links, teams] = await Promise.all([get(`${API}/links`), get(`${API}/teams`)]);
    const playing = teams.filter(({ state }) => state === "playing");
    show(this.join, h("h2", {}, t("league.op.links.join")), h("p", {}, t("league.op.links.join.text")),
      h("p", { class: "note" }, usage(links.find(({ kind }) => kind === "join"))),
      h("div", { class: "buttons" },
        button(t("league.op.links.make"), () => this.#makeJoin(), { class: "primary" }),
        links.some(({ kind }) => kind === "join") && this.#revoke("join-link", t("league.op.links.join"))));
    show(this.own, h("h2", {}, t("league.op.links.operator")), h("p", {}, t("league.op.links.operator.text")),
      h("p", { class: "note" }, usage(links.find(({ kind }) => kind === "operator"))),
      h("div", { class: "buttons" }, button(t("league.op.links.make"), () => this.#makeOwn())));
    show(this.teams, h("h2", {}, t("league.op.links.teams")), h("p", {}, t("league.op.links.teams.text")),
      playing.length
        ? h("ul", { class: "link-list" }, playing.map((team) => this.#team(team, links)))
        : h("p", { class: "note" }, t("league.op.no_teams")),
      playing.length > 0 && h("div", { class: "buttons" },
        button(t("league.op.links.sheet"), () => this.#makeSheet(playing))));
  }

  /**
   * @param {League.TeamView} team
   * @param {League.AccessLinkRow[]} links
   */
  #team({ id, name }, links) {
    const known = links.find((link) => link.kind === "team" && link.team === id);
    const place = h("div", {});
    const make = button(t("league.op.links.make"), () => this.#make(name, `teams/${id}/link`, place),
      { "aria-label": t("league.op.about", { what: t("league.op.links.make"), name }) });
    return h("li", { class: "stack" },
      h("div", {}, h("strong", {}, name), " ", h("span", { class: "note" }, usage(known))),
      h("div", { class: "buttons" }, make, known !== undefined && this.#revoke(`teams/${id}/link`, name)), place);
  }

  /**
   * @param {string} path
   * @param {string} name - whose link it is
   */
  #revoke(path, name) {
    const what = t("league.op.links.revoke");
    return button(what, async () => {
      const title = t("league.op.about", { what, name });
      if (await askReason(title, (reason) => post(`${API}/${path}/revoke`, { reason }))) await this.draw();
    }, { "aria-label": t("league.op.about", { what, name }) });
  }

  async #makeJoin() {
    const place = h("div", { class: "projector" });
    if (await this.#make(t("league.op.links.join"), "join-link", place)) this.join.append(place);
  }

  async #makeOwn() {
    const place = h("div", {});
    if (await this.#make(t("league.op.links.operator"), "link", place)) this.own.append(place);
  }

  /**
   * Makes a link and shows it; it cannot be shown again.
   * @param {string} name - whose it is
   * @param {string} path
   * @param {HTMLElement} place
   */
  async #make(name, path, place) {
    const title = t("league.op.about", { what: t("league.op.links.make"), name });
    let made = "";
    const isMade = await askReason(title, async (reason) => {
      made = (await post(`${API}/${path}`, { reason })).path;
    }, { note: t("league.op.links.note"), reason: t("league.op.links.reason") });
    if (isMade) {
      show(place, linkWithCode(`link-${path.replaceAll("/", "-")}`, t("league.op.links.new", { name }),
        wholeLink(made, this.address)), h("p", { class: "note" }, t("league.op.links.once")));
    }
    return isMade;
  }

  /** @param {League.TeamView[]} teams */
  async #makeSheet(teams) {
    /** @type {{ name: string, members: string[], link: string }[]} */
    const made = [];
    const isMade = await askReason(t("league.op.links.sheet"), async (reason) => {
      for (const { id, name, members } of teams.slice(made.length)) {
        const { path } = await post(`${API}/teams/${id}/link`, { reason });
        made.push({ name, members, link: wholeLink(path, this.address) });
      }
    }, { note: t("league.op.links.sheet.note", { count: teams.length }), reason: t("league.op.links.reason") });
    if (!isMade) return;
    const cards = made.map(({ name, members, link }) => {
      const code = h("div", { class: "qr" });
      drawCode(code, link);
      const who = h("p", {}, members.join(", "));
      return h("article", { class: "sheet-card" }, h("h2", {}, name), who, code, h("code", {}, link));
    });
    this.sheet.hidden = false;
    const printing = button(t("league.op.links.print"), () => print(), { class: "primary" });
    show(this.sheet, h("div", { class: "buttons no-print" }, printing), h("div", { class: "sheet-cards" }, cards));
    this.sheet.scrollIntoView();
  }
}

/** @param {League.AccessLinkRow | undefined} link */
function usage(link) {
  if (!link) return t("league.op.links.none");
  return t("league.op.links.usage", { date: dateText(link.created), sessions: number(link.sessions) });
}

/** @param {HTMLElement} box */
export async function draw(box) {
  /** @type {League.Overview} */
  const { address } = await get(API);
  await new LinksPart(box, address).draw();
}
