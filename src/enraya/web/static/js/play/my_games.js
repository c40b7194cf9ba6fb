// The games of this browser: open one, rename it, delete it.

/** @import { NamedAgent } from "./named_agents.js" */

import { get } from "../lib/api.js";
import { link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keptNote, ownerControls } from "../lib/own.js";
import { playerName } from "./named_agents.js";

/**
 * A card with the games, which are asked for when somebody opens it.
 * @param {NamedAgent[]} named
 * @param {(id: string) => unknown} onDeleted
 */
export function myGames(named, onDeleted) {
  const list = h("div", { class: "stack spaced" });
  const draw = async () => {
    /** @type {GameSummary[]} */
    const games = await get("/api/games");
    const rows = games.map((game) => row(game, named, draw, onDeleted));
    const shown = rows.length ? h("ul", { class: "mine" }, rows) : h("p", { class: "note" }, t("games.none"));
    show(list, shown, await keptNote());
  };
  /** @param {{ target: HTMLDetailsElement }} event */
  const ontoggle = ({ target }) => target.open && draw();
  return h("details", { class: "card", ontoggle }, h("summary", {}, t("games.mine")), list);
}

/**
 * @param {GameSummary} game
 * @param {NamedAgent[]} named
 * @param {() => unknown} draw
 * @param {(id: string) => unknown} onDeleted
 */
function row(game, named, draw, onDeleted) {
  const [first, second] = game.names.map((player) => playerName(player, named));
  const summary = t("games.summary", { first, second, plies: game.moves.length });
  const controls = ownerControls({
    path: `/api/games/${game.id}`,
    name: game.name,
    shown: game.name || summary,
    canDelete: true,
    onRenamed: draw,
    onDeleted: () => {
      onDeleted(game.id);
      return draw();
    },
  });
  const words = game.name ? [h("strong", {}, game.name), h("br", {}), summary] : [summary];
  return h("li", { class: "stack" }, h("p", {}, words), link(t("games.open"), `/?game=${game.id}`), controls);
}
