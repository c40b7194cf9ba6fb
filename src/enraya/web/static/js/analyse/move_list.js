// The moves of a game as buttons that lead to them.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

// `length` is where the game ends and the best line begins; labels come from a review.
export function moveList(moves, place, length, labels, onGo) {
  return [...moves].map((move, index) => {
    const label = labels[index];
    const kind = index >= length ? "ahead" : (label ?? "");
    const name = t("analyse.move", { ply: index + 1, move });
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: kind,
          "aria-current": place === index + 1 ? "step" : null,
          "aria-label": label ? `${name}, ${t(`label.${label}`)}` : name,
          onclick: () => onGo(index + 1),
        },
        move + (label ? t(`sign.${label}`) : ""),
      ),
    );
  });
}
