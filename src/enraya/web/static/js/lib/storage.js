// What this browser remembers between visits.

export function remembered(key) {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser has no room left; the page works without its memory.
  }
}
