// Why a version is in its state, whose fault that is, and the last lines that it printed.

import { h } from "../lib/dom.js";
import { faultWithout, t } from "../lib/i18n.js";
import { isFault } from "./states.js";

/** What stands before the last lines in a reason that is in no other language. */
const PRINTED = "; printed: ";

/** @param {League.VersionView} version */
export function reasonOf(version) {
  const { sentence, state, reason } = version;
  const [plain, said = ""] = sentence ? [faultWithout("fault.printed", version)] : reason.split(PRINTED);
  const printed = sentence?.key === "fault.printed" ? String(sentence.values.output) : said;
  return h(
    "div",
    { class: "reason" },
    isFault(state) && h("p", {}, t(`league.whose.${state}`)),
    h("p", { class: "reason-text" }, plain),
    printed !== "" && h("p", { class: "note" }, t("league.versions.printed")),
    printed !== "" && h("pre", { class: "printed", tabindex: "0" }, printed),
  );
}
