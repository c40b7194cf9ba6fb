/** @param {HTMLElement} main */
export async function render(main) {
  main.replaceChildren();
}
