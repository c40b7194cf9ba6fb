// The texts of the page, in the language of the reader.

export const LANGUAGES = { en: "English", es: "Español", pt: "Português", ca: "Català" };
const STORED = "language";
let catalogue = {};
export let language = "en";

function preferred() {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages];
  const known = wanted.filter(Boolean).map((name) => name.slice(0, 2).toLowerCase());
  return known.find((name) => name in LANGUAGES) ?? "en";
}

export async function loadTexts() {
  language = preferred();
  const answer = await fetch(`/static/i18n/${language}.json`);
  catalogue = await answer.json();
  document.documentElement.lang = language;
}

export function chooseLanguage(name) {
  localStorage.setItem(STORED, name);
  location.reload();
}

// The text for a key, with {names} replaced by values.
export function t(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function has(key) {
  return key in catalogue;
}

export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, signDisplay: "negative" }).format(value);
}
