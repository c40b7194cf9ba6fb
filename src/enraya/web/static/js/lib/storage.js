// What this browser remembers between visits.

/**
 * The value stored under a key; null if there is none.
 * @param {string} key
 * @returns {any}
 */
export function remembered(key) {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser's storage is full; the page works without it.
  }
}
