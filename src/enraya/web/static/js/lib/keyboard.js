// The keyboard: one handler for the page, silent while somebody writes or a dialog is open.

const WRITING = ["input", "select", "textarea"].join();

// Calls actions by key; digits are given to `column`, arrows to `left` and `right`.
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(WRITING) || document.querySelector("dialog[open]")) return;
    const action = actionFor(event.key, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function actionFor(key, actions) {
  if (/^[1-9]$/.test(key)) return actions.column && (() => actions.column(Number(key)));
  const names = { ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end" };
  return actions[names[key] ?? key.toLowerCase()];
}
