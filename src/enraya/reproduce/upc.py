"""QMatic of Barcelona: alpha-beta on 8×8."""

from statistics import fmean

from enraya.agents import Choice, Limit, parse_agent
from enraya.game.position import Position
from enraya.reports.charts import Series, lines
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab
from enraya.reproduce.games import game_command, play_out
from enraya.reproduce.match import Match

PAPER = "upc"
RULES = "classic(columns=8, rows=8)"
QMATIC = "alphabeta(depth={depth}, eval=qmatic(published=true), style=upc)"
LEAVES = 595_614
"""Of the first move at depth 8, by the paper's program."""
UNPRUNED = 8**8
PRINTED_SECONDS = {8: 2.63, 10: 60.0}
"""Mean time of a move: measured as first player at depth 8, "under one minute" at depth 10."""
IMPROVEMENTS = {
    "gaps": "runs separated by one gap count",
    "heights": "a better weighting of heights in rows",
    "diagonals": "weighting of heights in diagonals too",
    "weights": "different weights for each direction",
    "crossings": "cells that complete several lines count more",
}


def _first_move(agent: str) -> Choice:
    return parse_agent(agent).choose(Position.start(RULES), Limit())


def _move_command(agent: str) -> str:
    return f'enraya move "" --size 8x8 --agent "{agent}"'


def _pruned(lab: Lab) -> Finding:
    del lab
    leaves = _first_move(QMATIC.format(depth=8)).leaves
    same = leaves == LEAVES
    return Finding(f"{leaves:,} leaves", Agreement.REPRODUCED if same else Agreement.NOT,
                   "" if same else f"there should be {LEAVES:,}")  # fmt: skip


UNPRUNED_AGENT = QMATIC.format(depth=8).replace("alphabeta", "minimax")


def _unpruned(lab: Lab) -> Finding:
    del lab
    leaves = _first_move(UNPRUNED_AGENT).leaves or 0
    return Finding(
        f"{leaves:,} leaves; {UNPRUNED:,} if no line ended early",
        Agreement.FIXED,
        "a slip of the pen: 8^8 is 16.8 million, not 1.6",
    )


def _times(depth: int) -> Claim:
    agent = QMATIC.format(depth=depth)

    def measure(lab: Lab) -> Finding:
        del lab
        seconds = _self_play_seconds(agent)
        mean, printed = fmean(seconds), PRINTED_SECONDS[depth]
        chart = lines(
            [Series(agent, range(1, len(seconds) + 1), seconds)],
            "ply",
            "seconds",
            f"QMatic({depth}) against itself: time of each move",
        )
        return Finding(
            f"{mean:.3f} s a move over {len(seconds)} moves against itself, "
            f"{printed / mean:,.0f} times less",
            Agreement.EXCEEDED if mean < printed else Agreement.NOT,
            "" if mean < printed else "this machine was slower",
            (chart,),
        )

    bound = f"{PRINTED_SECONDS[depth]:g} s"
    text = f"depth {depth}: mean time of a move {'' if depth == 8 else 'under '}{bound}"
    return Claim(PAPER, "5.5", text, lambda _: game_command(agent, agent, RULES), measure)


def _self_play_seconds(agent: str) -> list[float]:
    player = parse_agent(agent)
    _, choices = play_out((player, player), Position.start(RULES))
    return [choice.seconds or 0.0 for choice in choices]


def _improvement(name: str) -> Claim:
    flags = ", ".join(f"{other}={str(other == name).lower()}" for other in IMPROVEMENTS)
    duel = Match(
        f"alphabeta(depth=4, eval=qmatic-plus({flags}), style=upc)",
        "alphabeta(depth=4, eval=qmatic, style=upc)",
        2000,
        rules=RULES,
    )
    return duel.claim(PAPER, "5.6", f"an improvement the authors wished for: {IMPROVEMENTS[name]}")


CLAIMS = (
    Claim(
        PAPER, "5.5", "depth 8 explores over 500,000 plays at the start",
        lambda _: _move_command(QMATIC.format(depth=8)), _pruned, exact=True,
    ),
    Claim(
        PAPER, "5.5", "without pruning it would be 1.6 million (8^8)",
        lambda _: _move_command(UNPRUNED_AGENT), _unpruned, exact=True,
    ),
    _times(8),
    _times(10),
    Match(QMATIC.format(depth=6), "random", 2000, rules=RULES, opening_plies=0).claim(
        PAPER, "5.5", "from depth 6 on QMatic beats the random player comfortably", least=0.95
    ),
    *(_improvement(name) for name in IMPROVEMENTS),
)  # fmt: skip
