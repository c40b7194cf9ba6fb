"""The claims of the paper from Barcelona on QMatic, an alpha-beta player for 8×8."""

from collections.abc import Callable
from itertools import pairwise
from statistics import fmean

from enraya.agents import Choice
from enraya.reports.charts import Series, lines
from enraya.reproduce.claim import Agreement, Claim, Finding, Kind, decided
from enraya.reproduce.experiments import (
    Played,
    chosen_moves,
    fixed_game,
    match_of,
    stand_in_claim,
    stronger,
)

PAPER = "upc"
RULES = "classic(columns=8, rows=8)"
RESULTS = "Resultats"
QMATIC = "QMatic({depth})"
STAND_IN = "Profe(8)"
"""The stand-in for the professor's player, which is not public."""
LEAVES = 595_614
"""How many leaves the paper's program evaluates for the first move at depth 8."""
MINUTE = 60.0
IMPROVEMENTS = {
    "gaps": "runs separated by one gap count",
    "heights": "a better weighting of heights in rows",
    "diagonals": "weighting of heights in diagonals too",
    "weights": "different weights for each direction",
    "crossings": "cells that complete several lines count more",
}
STAGES = {
    "columns": "",
    "rows": "the second step, rows",
    "levels": "lower rows count more",
    "diagonals": "the last step, diagonals",
}
"""The stages of the heuristic in order, and what each added."""
UNPRUNED_AGENT = "minimax(depth=8, eval=qmatic(published=true), style=upc)"


def _leaves(text: str, agent: str, judge_leaves: Callable[[int], Finding]) -> Claim:
    """A claim on how many leaves an agent evaluates for the first move of a game."""
    section = "Com vam arribar a l'algorisme"
    experiment = chosen_moves(agent, [""], RULES)

    def judge_move(choices: list[Choice]) -> Finding:
        return judge_leaves(choices[0].leaves or 0)

    return Claim(PAPER, section, text, (experiment,), judge_move, Kind.EXACT)


def _pruned(leaves: int) -> Finding:
    return decided(f"{leaves} leaves", leaves == LEAVES, f"there should be {LEAVES}")


def _unpruned(leaves: int) -> Finding:
    return Finding(
        f"{leaves} leaves",
        Agreement.FIXED,
        "a slip of the pen: 8^8 is 16,777,216, from which lines that end early are missing",
    )


def _timed(depth: int, side: int, text: str, printed: float, is_bound: bool = False) -> Claim:
    """A claim on QMatic's mean time per move as player ``side`` in a game.

    With ``is_bound``, ``printed`` is only an upper bound.
    """
    agent = QMATIC.format(depth=depth)
    game = fixed_game(*((agent, STAND_IN) if side == 1 else (STAND_IN, agent)), RULES)

    def judge_times(played: Played) -> Finding:
        seconds = [choice.seconds or 0.0 for choice in played[1][side - 1 :: 2]]
        mean = fmean(seconds)
        better = Agreement.REPRODUCED if is_bound else Agreement.EXCEEDED
        series = Series(agent, range(1, len(seconds) + 1), seconds)
        title = f"QMatic({depth}) as player {side}: time of each move"
        return Finding(
            f"mean {mean:.4f} s over {len(seconds)} moves",
            better if mean < printed else Agreement.NOT,
            "against a stand-in" if mean < printed else "this machine is slower",
            (lines([series], "move", "seconds", title),),
        )

    return Claim(PAPER, RESULTS, text, (game,), judge_times, Kind.TIMED)


def _stage(before: str, after: str) -> Claim:
    one, other = (f"QMatic(4, stage={stage})" for stage in (after, before))
    text = f"the heuristic grew by improvements: {STAGES[after]}, against the step before; depth 4"
    return stronger(PAPER, "L'heurística", text, match_of(one, other, games=2000, rules=RULES))


def _improvement(name: str) -> Claim:
    flags = ", ".join(f"{other}={str(other == name).lower()}" for other in IMPROVEMENTS)
    match = match_of(
        f"alphabeta(depth=4, eval=qmatic-plus({flags}), style=upc)",
        "alphabeta(depth=4, eval=qmatic, style=upc)",
        games=2000,
        rules=RULES,
    )
    text = f"an idea for a better heuristic: {IMPROVEMENTS[name]}; at depth 4"
    return stronger(PAPER, "L'heurística", text, match)


CLAIMS = (
    _leaves("depth 8 explores over 500,000 plays at the start", QMATIC.format(depth=8), _pruned),
    _leaves("without pruning it would be 1.6 million (8^8)", UNPRUNED_AGENT, _unpruned),
    _timed(8, 1, "QMatic(8) as first player against Profe(8): mean time of a move 2.63 s", 2.6345),
    _timed(8, 2, "QMatic(8) as second player against Profe(8): mean time of a move 1.2 s", 1.2198),
    _timed(10, 1, "depth 10: less than a minute a move on average", MINUTE, is_bound=True),
    stand_in_claim(
        PAPER, RESULTS, "QMatic(8) beats Profe(8) as first and as second player",
        (QMATIC.format(depth=8), STAND_IN), RULES, "the professor's player is",
    ),
    stronger(
        PAPER, RESULTS, "from depth 6 on QMatic beats the random player comfortably: more than "
        "95 % of the points",
        match_of(QMATIC.format(depth=6), "random", games=2000, rules=RULES, opening_plies=0),
        least=0.95,
    ),
    *(_stage(before, after) for before, after in pairwise(STAGES)),
    *(_improvement(name) for name in IMPROVEMENTS),
)  # fmt: skip
