// Why a version is in its state, whose fault that is, and the last lines that it printed.

import { h } from "../lib/dom.js";
import { faultWithout, t } from "../lib/i18n.js";
import { isFault } from "./states.js";

/** @param {League.VersionState} version */
export function reasonOf(version) {
  const printed = version.sentence?.key === "fault.printed" ? version.sentence.values.output : null;
  return h(
    "div",
    { class: "reason" },
    isFault(version.state) && h("p", {}, t(`league.whose.${version.state}`)),
    h("p", { class: "reason-text" }, faultWithout("fault.printed", version)),
    printed && h("p", { class: "note" }, t("league.versions.printed")),
    printed && h("pre", { class: "printed", tabindex: "0" }, String(printed)),
  );
}
