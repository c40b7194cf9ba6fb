// Why a version is in its state, who caused it, and the last lines that the version printed.

import { html, nothing } from "../lib/dom.js";
import { faultWithout, t } from "../lib/i18n.js";
import { isFault } from "./states.js";

/** What precedes the printed lines in a reason that exists in English only. */
const PRINTED = "; printed: ";

/** @param {League.VersionView} version */
export function reasonOf(version) {
  const { sentence, state, reason } = version;
  const [plain, said = ""] = sentence ? [faultWithout("fault.printed", version)] : reason.split(PRINTED);
  const printed = sentence?.key === "fault.printed" ? String(sentence.values.output) : said;
  return html`<div class="reason">
    ${isFault(state) ? html`<p>${t(`league.whose.${state}`)}</p>` : nothing}
    <p class="reason-text">${plain}</p>
    ${printed === "" ? nothing : html`
      <p class="note">${t("league.versions.printed")}</p>
      <pre class="printed" tabindex="0">${printed}</pre>`}
  </div>`;
}
