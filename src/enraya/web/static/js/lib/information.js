// What this laboratory offers, and its limits; requested from the server once per page.

import { get } from "./api.js";

/** @type {Promise<Information> | undefined} */
let asked;

export function information() {
  asked ??= /** @type {Promise<Information>} */ (get("/api/information"));
  return asked;
}

/**
 * The attributes of an input that accepts what the server accepts.
 * @param {FieldBounds} bounds
 */
export function inputBounds({ minimum, maximum, step, max_length: maxlength }) {
  if (maxlength !== null) return { type: "text", maxlength };
  return { type: "number", min: minimum, max: maximum, step: step ?? "any" };
}
