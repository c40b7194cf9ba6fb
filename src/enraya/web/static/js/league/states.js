// States of versions: their keys in the catalogues, and how they look.

/** The states of a version, in their usual order. */
export const STATES = [
  "received", "checked", "compiled", "active", "retired", "rejected", "failed", "replaced", "over quota", "late",
];
const FAULTS = ["rejected", "failed"];

/** @param {string} state */
export function key(state) {
  return state.replaceAll(" ", "_");
}

/** @param {string} state */
export function isFault(state) {
  return FAULTS.includes(state);
}

/**
 * The CSS class of a state's tag.
 * @param {string} state
 */
export function tagOf(state) {
  if (state === "active") return "";
  return isFault(state) ? "away" : "plain";
}
