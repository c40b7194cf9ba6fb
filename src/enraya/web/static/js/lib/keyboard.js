// The keyboard: one handler for the page, inactive while text is typed or a dialog is open.

const WRITING = ["input", "select", "textarea"].join();
/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end" };

/**
 * Calls the action of a key: `left`, `right`, `home`, `end` or a lower-case letter; digits call `onColumn`.
 * @param {(column: number) => unknown} onColumn
 * @param {Record<string, () => unknown>} actions
 */
export function listen(onColumn, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = /** @type {Element} */ (event.target);
    if (place.closest(WRITING) || document.querySelector("dialog[open]")) return;
    const { key } = event;
    const action = /^[1-9]$/.test(key) ? () => onColumn(Number(key)) : actions[NAMES[key] ?? key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
