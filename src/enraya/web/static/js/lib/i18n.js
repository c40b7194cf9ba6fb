// The texts of the page, in the language of the reader.

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español", pt: "Português", ca: "Català" };
const STORED = "language";
/** @type {Record<string, string>} */
let catalogue = {};
export let language = "en";

function preferred() {
  const wanted = [localStorage.getItem(STORED) ?? "", ...navigator.languages];
  const known = wanted.map((name) => name.slice(0, 2).toLowerCase());
  return known.find((name) => name in LANGUAGES) ?? "en";
}

export async function loadTexts() {
  language = preferred();
  const answer = await fetch(`/static/i18n/${language}.json`);
  catalogue = await answer.json();
  document.documentElement.lang = language;
}

/** @param {string} name */
export function chooseLanguage(name) {
  localStorage.setItem(STORED, name);
  location.reload();
}

/**
 * The text for a key, with {names} replaced by values.
 * @param {string} key
 * @param {Record<string, string | number | null>} values
 */
export function t(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key */
export function has(key) {
  return key in catalogue;
}

/**
 * A number as the reader writes it.
 * @param {number} value
 * @param {number} digits - after the point, at most
 */
export function number(value, digits = 0) {
  const options = /** @type {const} */ ({ maximumFractionDigits: digits, signDisplay: "negative" });
  return new Intl.NumberFormat(language, options).format(value);
}
