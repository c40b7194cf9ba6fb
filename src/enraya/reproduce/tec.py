"""The genetic agents of the Instituto Tecnológico: four genes, evolved by a round robin."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from enraya.arena.result import GameResult
from enraya.arena.tally import Tally, count
from enraya.evolve.generation import GeneRun
from enraya.evolve.genes import evolve_genes, play_games
from enraya.evolve.genetics import Genes, GeneSettings
from enraya.reproduce.claim import Claim, Effort, Finding, Lab, Verdict
from enraya.reproduce.duel import Duel, judge

REPORT = "tec"
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, shrinking=True)
ORIGINAL_COMMAND = "enraya evolve --gen_number:20 --pop_number:20 --next_gen_agents:80"
SIZES = [20, 16, 12, 9, 7, 5, 4, 3, 2]
LARGE = GeneSettings(population=200, generations=60, keep=50)
LARGE_COMMAND = "enraya evolve genes --population 200 --generations 60 --keep 50"
GAMES = 20_000
_SEEDS = 2**63


@cache
def _run(settings: GeneSettings) -> GeneRun:
    return evolve_genes(settings)


def _sizes(lab: Lab) -> Finding:
    del lab
    sizes = [len(generation.agents) for generation in _run(ORIGINAL).generations]
    same = sizes == SIZES
    return Finding(
        f"{', '.join(map(str, sizes))}; the agent {_run(ORIGINAL).agent}",
        Verdict.REPRODUCED if same else Verdict.NOT,
        "" if same else f"the sizes should be {SIZES}",
    )


def _ancestors(settings: GeneSettings, command: str, how: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        run = _run(settings)
        ancestors = [agent.genes for agent in run.generations[0].agents]
        finding = judge(_against(run.winner, ancestors, lab.effort.games(GAMES)))
        return Finding(f"{finding.figure}; the agent {run.agent}", finding.verdict, finding.because)

    return Claim(
        REPORT,
        "4.7",
        f"evolution improves the agents: the winner against the first generation, {how}",
        lambda _: command,
        measure,
    )


def _against(winner: Genes, others: Sequence[Genes], games: int) -> Tally:
    """What the winner scores against the others in turn, each met as first and as second."""
    rivals = 1 + np.arange(games) // 2 % len(others)
    places = np.zeros(games, dtype=np.int64)
    swapped = np.arange(games) % 2 == 1
    pairs = np.stack([np.where(swapped, rivals, places), np.where(swapped, places, rivals)], axis=1)
    seeds = np.random.default_rng(1).integers(_SEEDS, size=games, dtype=np.uint64)
    won = play_games(np.array([winner, *others]), pairs, seeds)
    names = ("winner", "ancestors")
    return count(
        GameResult(names[side], names[1 - side], int(result), number // 2, 0)
        for number, (side, result) in enumerate(zip(swapped.astype(int), won, strict=True))
    )[names]


def _against_random(effort: Effort) -> Duel:
    del effort
    return Duel(f"genes({_run(LARGE).agent})", "random", 2000, opening_plies=0)


CLAIMS = (
    Claim(
        REPORT, "4.7", "20 agents of which 80 % go on: the sizes of the generations",
        lambda _: ORIGINAL_COMMAND, _sizes, exact=True,
    ),
    _ancestors(ORIGINAL, ORIGINAL_COMMAND, "with the report's settings"),
    _ancestors(LARGE, LARGE_COMMAND, "60 generations of 200"),
    Claim(
        REPORT, "4.7", "the winner of 60 generations of 200 against random",
        lambda effort: _against_random(effort).command(effort),
        lambda lab: judge(_against_random(lab.effort).play(lab)),
    ),
)  # fmt: skip
