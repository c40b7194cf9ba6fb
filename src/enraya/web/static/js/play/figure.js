// Numbers in columns of a table.

import { language } from "../lib/i18n.js";

/**
 * A number with a fixed number of decimals.
 * @param {number} value
 * @param {number} digits
 */
export function figure(value, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(language, options);
}
