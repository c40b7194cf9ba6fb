// The players that the papers name: grouped by paper for a list, and described.

import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";

/**
 * The players as option groups, one for each paper.
 * @param {AgentInfo[]} players
 */
export function paperGroups(players) {
  const papers = [...new Set(players.map(({ paper }) => paper ?? ""))];
  return papers.map((paper) =>
    h(
      "optgroup",
      { label: paperTitle(paper) },
      players.filter((player) => player.paper === paper).map(({ name }) => h("option", { value: name }, name)),
    ),
  );
}

/**
 * Who a player is, and the agent it stands for.
 * @param {AgentInfo} player
 */
export function paperNote({ name, summary, stands_for: agent }) {
  const [kind] = name.split("(");
  const words = has(`named.${kind}`) ? h("span", {}, t(`named.${kind}`)) : h("span", { lang: "en" }, summary);
  return [words, ...(agent ? [" ", h("code", {}, agent)] : [])];
}

/**
 * A paper in the reader's language, or as the server calls it.
 * @param {string} paper
 */
function paperTitle(paper) {
  const [place] = paper.split(":");
  return has(`paper.${place}`) ? t(`paper.${place}`) : paper;
}
