// Applies the chosen colour scheme before the first paint; "auto" follows the system.
(() => {
  const chosen = localStorage.getItem("theme");
  document.documentElement.dataset.marks = localStorage.getItem("marks") ?? "on";
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
