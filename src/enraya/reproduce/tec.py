"""The genetic agents of the Instituto Tecnológico: four genes, evolved by a round robin."""

from functools import cache

from enraya.evolve.generation import GeneRun
from enraya.evolve.genes import evolve_genes
from enraya.evolve.genetics import GeneSettings, agent_of
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness
from enraya.reproduce.gauntlet import Gauntlet
from enraya.reproduce.match import Match, judge

PAPER = "tec"
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, shrinking=True)
ORIGINAL_COMMAND = "enraya evolve --gen_number:20 --pop_number:20 --next_gen_agents:80"
SIZES = [20, 16, 12, 9, 7, 5, 4, 3, 2]
LARGE = GeneSettings(population=200, generations=60, keep=50)
LARGE_COMMAND = "enraya evolve genes --population 200 --generations 60 --keep 50"
ANCESTORS = 20
GAMES = 1000
"""Against each ancestor, in the full experiment."""


@cache
def _run(settings: GeneSettings) -> GeneRun:
    return evolve_genes(settings)


def _sizes(lab: Lab) -> Finding:
    del lab
    sizes = [len(generation.agents) for generation in _run(ORIGINAL).generations]
    same = sizes == SIZES
    return Finding(
        f"{', '.join(map(str, sizes))}; the agent {_run(ORIGINAL).numbers}",
        Agreement.REPRODUCED if same else Agreement.NOT,
        "" if same else f"the sizes should be {SIZES}",
    )


def _ancestors(settings: GeneSettings, how: str) -> Claim:
    def gauntlet() -> Gauntlet:
        run = _run(settings)
        first = run.generations[0].agents
        ancestors = first[:: max(1, len(first) // ANCESTORS)]
        texts = [agent_of(agent.genes) for agent in ancestors]
        return Gauntlet(run.agent, tuple(texts), GAMES)

    return Claim(
        PAPER,
        "4.7",
        f"evolution improves the agents: the winner against {ANCESTORS} of the first generation, "
        f"{how}",
        lambda thoroughness: gauntlet().command(thoroughness),
        lambda lab: judge(gauntlet().play(lab)),
    )


def _against_random(thoroughness: Thoroughness) -> Match:
    del thoroughness
    return Match(_run(LARGE).agent, "random", 2000, opening_plies=0)


CLAIMS = (
    Claim(
        PAPER, "4.7", "20 agents of which 80 % are kept: the sizes of the generations",
        lambda _: ORIGINAL_COMMAND, _sizes, exact=True,
    ),
    _ancestors(ORIGINAL, f"after {ORIGINAL_COMMAND}"),
    _ancestors(LARGE, f"after {LARGE_COMMAND}"),
    Claim(
        PAPER, "4.7", "the winner of 60 generations of 200 against random",
        lambda thoroughness: _against_random(thoroughness).command(thoroughness),
        lambda lab: judge(_against_random(lab.thoroughness).play(lab)),
    ),
)  # fmt: skip
