// What this browser remembers between visits.

/**
 * What was kept under a key; null when there is nothing.
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
    // The browser has no room left; the page works without its memory.
  }
}
