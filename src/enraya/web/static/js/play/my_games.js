// The games of this browser with their results: review or continue one, rename it, delete it.

/** @import { NamedAgent } from "./named_agents.js" */

import { address, get } from "../lib/api.js";
import { link } from "../lib/controls.js";
import { h, show } from "../lib/dom.js";
import { dateText, t } from "../lib/i18n.js";
import { keptNote, ownerControls } from "../lib/own.js";
import { playerName } from "./named_agents.js";

/**
 * A card with the games, which are requested when it is opened.
 * @param {NamedAgent[]} named
 * @param {(id: string) => unknown} onDeleted
 */
export function myGames(named, onDeleted) {
  const list = h("div", { class: "stack spaced" });
  const draw = async () => {
    /** @type {GameSummary[]} */
    const games = await get("/api/games");
    const played = games.filter((game) => game.moves.length > game.opening_plies);
    const rows = played.map((game) => row(game, named, draw, onDeleted));
    const shown = rows.length ? h("ul", { class: "mine games" }, rows) : h("p", { class: "note" }, t("games.none"));
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
  const title = [h("strong", { class: resultClass(game) }, resultText(game, [first, second])), " ", game.name];
  const date = h("span", { class: "note" }, dateText(game.updated));
  const words = h("p", {}, title, h("br", {}), summary, h("br", {}), date);
  const open = wayTo(game, [first, second], summary);
  return h("li", { class: "stack" }, words, h("div", { class: "buttons" }, open, controls));
}

/**
 * A link to the review of a finished game, or back to an unfinished one.
 * @param {GameSummary} game
 * @param {string[]} names
 * @param {string} summary
 */
function wayTo(game, [first, second], summary) {
  const { id, moves, rules, over, has_bombs: hasBombs, opening_plies: opening } = game;
  const what = t(!over ? "games.open" : hasBombs ? "play.analyse" : "play.review");
  const label = { "aria-label": `${what}: ${summary}, ${dateText(game.updated)}` };
  if (!over) return link(what, `/?game=${id}`, label);
  const shown = { pos: moves, rules, review: hasBombs ? null : 1, opening: opening || null, first, second };
  return link(what, address("/analyse", shown), label);
}

/**
 * How a game ended, as its owner sees it.
 * @param {GameSummary} game
 * @param {string[]} names
 */
function resultText({ players, over, winner }, names) {
  if (!over) return t("games.going");
  if (!winner) return t("games.drawn");
  const humans = players.filter((player) => player === "human").length;
  if (humans === 1) return t(players[winner - 1] === "human" ? "games.won" : "games.lost");
  return t("games.winner", { name: humans ? t(`side.${winner}`) : names[winner - 1] });
}

/** @param {GameSummary} game */
function resultClass({ players, winner }) {
  const isAgainstAgent = players.filter((player) => player === "human").length === 1;
  if (!winner || !isAgainstAgent) return null;
  return players[winner - 1] === "human" ? "win" : "loss";
}
