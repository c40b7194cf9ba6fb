"""The genetic agents of the Instituto Tecnológico: four genes, evolved by a round robin."""

import re
from functools import cache

from enraya.evolve.generation import GeneRun
from enraya.evolve.genes import evolve_genes
from enraya.evolve.genetics import GeneSettings, agent_of
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.match import Match, judge, read_score

PAPER = "tec"
SECTION = "Algoritmos genéticos"
SEED = 0
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, seed=SEED, shrinking=True)
ORIGINAL_COMMAND = (
    f"enraya evolve --gen_number:20 --pop_number:20 --next_gen_agents:80 --seed {SEED}"
)
SIZES = [20, 16, 12, 9, 7, 5, 4, 3, 2]
LARGE = GeneSettings(population=200, generations=60, keep=50, seed=SEED)
LARGE_COMMAND = f"enraya evolve genes --population 200 --generations 60 --keep 50 --seed {SEED}"
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
        _sizes_figure(sizes, _run(ORIGINAL).numbers),
        Agreement.REPRODUCED if same else Agreement.NOT,
        "" if same else f"the sizes should be {SIZES}",
    )


def _sizes_figure(sizes: list[int], agent: str) -> str:
    return f"{', '.join(map(str, sizes))} agents; the last line is {agent}"


def _read_sizes(output: str) -> str:
    sizes = [int(size) for size in re.findall(r"^Individuals: (\d+)$", output, re.MULTILINE)]
    return _sizes_figure(sizes, output.splitlines()[-1])


def _improvement(settings: GeneSettings, command: str, how: str) -> Claim:
    def match() -> Match:
        run = _run(settings)
        first = run.generations[0].agents
        ancestors = first[:: max(1, len(first) // ANCESTORS)]
        return Match(run.agent, tuple(agent_of(agent.genes) for agent in ancestors), GAMES)

    return Claim(
        PAPER, SECTION,
        f"evolution finds better agents: the result against {ANCESTORS} of the first generation, "
        f"{how}",
        lambda thoroughness: command + AND + match().command(thoroughness),
        lambda lab: judge(match().play(lab)), read_score,
    )  # fmt: skip


CLAIMS = (
    Claim(
        PAPER, SECTION, "20 agents of which the best 80 % have children: a program of three "
        "arguments prints the agent; the sizes of the generations",
        lambda _: ORIGINAL_COMMAND, _sizes, _read_sizes, Kind.EXACT,
    ),
    _improvement(ORIGINAL, ORIGINAL_COMMAND, "after the paper's own call"),
    _improvement(LARGE, LARGE_COMMAND, "after 60 generations of 200"),
)  # fmt: skip
