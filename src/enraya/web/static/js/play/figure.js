// Numbers that stand below each other.

import { language } from "../lib/i18n.js";

/**
 * A number with all its digits after the point.
 * @param {number} value
 * @param {number} digits
 */
export function figure(value, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(language, options);
}
