// The league as every visitor sees it, and who this browser is in it; requested once per page.

import { get } from "../lib/api.js";

/** @type {Promise<League.LeagueState> | undefined} */
let asked;

export function league() {
  asked ??= /** @type {Promise<League.LeagueState>} */ (get("/api/league"));
  return asked;
}
