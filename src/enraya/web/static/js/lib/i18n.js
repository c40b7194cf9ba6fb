// The texts of the page, in the language of the reader.

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español", pt: "Português", ca: "Català" };
const STORED = "language";
/** The cookie that tells the server the language for pages that it writes itself, such as "not found". */
const COOKIE = "enraya-language";
const COOKIE_SECONDS = 365 * 24 * 3600;
/** Matches a decimal number sent as text, which keeps its number of digits. */
const DECIMAL = /^-?\d+\.\d+$/;
/** @type {Record<string, string>} */
let catalogue = {};
export let language = "en";
/** @type {Intl.NumberFormat[]} - by digits; creating one takes longer than drawing a row of a table */
const formats = [];

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
  document.cookie = `${COOKIE}=${name}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
  location.reload();
}

/**
 * A value for a place in a text; texts within texts arrive as their key and values.
 * @typedef {string | number | null | { key: string, values: Record<string, any> }} Value
 */

/**
 * The text for a key, with {names} replaced by values.
 * @param {string} key
 * @param {Record<string, Value>} values
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => word(values[name] ?? whole));
}

/** @param {Exclude<Value, null>} value */
function word(value) {
  if (typeof value === "object") return t(value.key, value.values);
  if (typeof value === "number" && !Number.isInteger(value)) return number(value, 6);
  return DECIMAL.test(String(value)) ? String(value).replace(".", point()) : String(value);
}

/** The decimal separator. */
function point() {
  return number(0.5, 1).charAt(1);
}

/**
 * A text as a sentence, with a capital and a full stop; a name at its beginning does not change.
 * @param {string} key
 * @param {Record<string, Value>} values
 */
export function sentence(key, values) {
  const text = t(key, values);
  const [, first] = /^\{(\w+)\}/.exec(catalogue[key] ?? "") ?? [];
  const isName = first !== undefined && typeof values[first] === "string";
  const begun = isName ? text : text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  return /[.!?…)]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * How a game ended, in words.
 * @param {string} termination
 */
export function endingName(termination) {
  return t(`termination.${termination.replaceAll(" ", "_")}`);
}

/**
 * Why an agent failed; the words of its own program are not translated.
 * @param {{ reason: string, sentence: { key: string, values: Record<string, any> } | null }} failure
 */
export function faultReason({ reason, sentence: known }) {
  return known ? t(known.key, known.values) : reason;
}

/**
 * Why an agent failed, without what the sentence with this key adds.
 * @param {string} key
 * @param {{ reason: string, sentence: { key: string, values: Record<string, any> } | null }} failure
 */
export function faultWithout(key, failure) {
  const { sentence: known } = failure;
  return known?.key === key ? word(known.values.reason) : faultReason(failure);
}

/**
 * A day and time as the reader writes them.
 * @param {number} seconds - since 1970
 */
export function dateText(seconds) {
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  return new Intl.DateTimeFormat(language, style).format(new Date(seconds * 1000));
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
  formats[digits] ??= new Intl.NumberFormat(language, options);
  return formats[digits].format(value);
}
