"""QMatic of Barcelona: alpha-beta on 8×8."""

import re
from itertools import pairwise
from statistics import fmean

from enraya.agents import Choice, Limit, parse_agent, prepare
from enraya.game.position import Position
from enraya.reports.charts import Series, lines
from enraya.reproduce.claim import Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.games import FixedGame, stand_in_claim
from enraya.reproduce.match import DecidingMatch

PAPER = "upc"
RULES = "classic(columns=8, rows=8)"
RESULTS = "Resultats"
QMATIC = "QMatic({depth})"
STAND_IN = "Profe(8)"
"""Here a stand-in: the professor's player is not public."""
LEAVES = 595_614
"""Of the first move at depth 8, by the paper's program."""
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
"""How far the heuristic had come, and what was new then."""
UNPRUNED_AGENT = "minimax(depth=8, eval=qmatic(published=true), style=upc)"


def _first_move(agent: str) -> Choice:
    player, start = parse_agent(agent), Position.start(RULES)
    prepare(player, start.rules)
    return player.choose(start, Limit())


def _move_command(agent: str) -> str:
    return f'enraya move "" --size 8x8 --agent "{agent}"'


def _read_leaves(output: str) -> str:
    found = re.search(r"\bleaves (\d+)", output)
    return f"{found[1]} leaves" if found else ""


def _pruned(lab: Lab) -> Finding:
    del lab
    leaves = _first_move(QMATIC.format(depth=8)).leaves
    same = leaves == LEAVES
    return Finding(f"{leaves} leaves", Agreement.REPRODUCED if same else Agreement.NOT,
                   "" if same else f"there should be {LEAVES}")  # fmt: skip


def _unpruned(lab: Lab) -> Finding:
    del lab
    leaves = _first_move(UNPRUNED_AGENT).leaves
    return Finding(
        f"{leaves} leaves",
        Agreement.FIXED,
        "a slip of the pen: 8^8 is 16,777,216, from which lines that end early are missing",
    )


def _timed(depth: int, side: int, text: str, printed: float, is_bound: bool = False) -> Claim:
    """The claim about QMatic's mean time of a move as player ``side`` in a game."""
    agent = QMATIC.format(depth=depth)
    game = FixedGame(*((agent, STAND_IN) if side == 1 else (STAND_IN, agent)), RULES)

    def measure(lab: Lab) -> Finding:
        del lab
        seconds = [choice.seconds or 0.0 for choice in game.play()[1][side - 1 :: 2]]
        mean = fmean(seconds)
        better = Agreement.REPRODUCED if is_bound else Agreement.EXCEEDED
        series = Series(agent, range(1, len(seconds) + 1), seconds)
        title = f"QMatic({depth}) as player {side}: time of each move"
        return Finding(
            _timed_figure(mean, len(seconds)),
            better if mean < printed else Agreement.NOT,
            "against a stand-in" if mean < printed else "this machine is slower",
            (lines([series], "move", "seconds", title),),
        )

    def read(output: str) -> str:
        disc = "XO"[side - 1]
        mean = rf"^{disc} \(.*plays .*\n(?:.+\n)*?Mean time of moves: (\d+\.\d+)$"
        means = re.findall(mean, output, re.MULTILINE)
        return _timed_figure(float(means[-1]) if means else 0.0, len(means))

    return Claim(PAPER, RESULTS, text, lambda _: game.command, measure, read, Kind.TIMED)


def _timed_figure(mean: float, moves: int) -> str:
    return f"mean {mean:.4f} s over {moves} moves"


def _beats_the_professor() -> Claim:
    text = "QMatic(8) beats Profe(8) as first and as second player"
    sides = QMATIC.format(depth=8), STAND_IN
    return stand_in_claim(PAPER, RESULTS, text, sides, RULES, "the professor's player is")


def _stage(before: str, after: str) -> Claim:
    one, other = (f"QMatic(4, stage={stage})" for stage in (after, before))
    text = f"the heuristic grew by improvements: {STAGES[after]}, against the step before; depth 4"
    return DecidingMatch(one, (other,), 2000, RULES).claim(PAPER, "L'heurística", text)


def _improvement(name: str) -> Claim:
    flags = ", ".join(f"{other}={str(other == name).lower()}" for other in IMPROVEMENTS)
    match = DecidingMatch(
        f"alphabeta(depth=4, eval=qmatic-plus({flags}), style=upc)",
        ("alphabeta(depth=4, eval=qmatic, style=upc)",),
        2000,
        RULES,
    )
    text = f"an idea for a better heuristic: {IMPROVEMENTS[name]}; at depth 4"
    return match.claim(PAPER, "L'heurística", text)


CLAIMS = (
    Claim(
        PAPER, "Com vam arribar a l'algorisme", "depth 8 explores over 500,000 plays at the start",
        lambda _: _move_command(QMATIC.format(depth=8)), _pruned, _read_leaves, Kind.EXACT,
    ),
    Claim(
        PAPER, "Com vam arribar a l'algorisme", "without pruning it would be 1.6 million (8^8)",
        lambda _: _move_command(UNPRUNED_AGENT), _unpruned, _read_leaves, Kind.EXACT,
    ),
    _timed(8, 1, "QMatic(8) as first player against Profe(8): mean time of a move 2.63 s", 2.6345),
    _timed(8, 2, "QMatic(8) as second player against Profe(8): mean time of a move 1.2 s", 1.2198),
    _timed(10, 1, "depth 10: less than a minute a move on average", MINUTE, is_bound=True),
    _beats_the_professor(),
    DecidingMatch(QMATIC.format(depth=6), ("random",), 2000, RULES, opening_plies=0).claim(
        PAPER, RESULTS, "from depth 6 on QMatic beats the random player comfortably: more than "
        "95 % of the points", least=0.95,
    ),
    *(_stage(before, after) for before, after in pairwise(STAGES)),
    *(_improvement(name) for name in IMPROVEMENTS),
)  # fmt: skip
