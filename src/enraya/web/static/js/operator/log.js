// The log, and downloads for the operator: a backup, and an anonymous archive.

import { logTable } from "../league/log_table.js";
import { get } from "../lib/api.js";
import { link } from "../lib/controls.js";
import { h, made, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const API = "/api/league/operator";

/** @param {HTMLElement} box */
export async function draw(box) {
  /** @type {[League.ActionState[], League.TeamView[]]} */
  const [actions, teams] = await Promise.all([get(`${API}/log`), get(`${API}/teams`)]);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const backup = h(
    "section",
    { class: "card stack" },
    h("h2", {}, t("league.op.backup")),
    h("p", {}, t("league.op.backup.text")),
    h("div", { class: "buttons" },
      link(t("league.op.backup"), `${API}/backup`, { download: "league-backup.zip", class: "button primary" }),
      link(t("league.op.export"), `${API}/export`, { download: "league-without-names.zip" })),
  );
  const log = logTable(t("league.op.log"), actions, (team) => names.get(team) ?? String(team));
  show(box, backup, made(log));
}
