"""The genetic agents of the Instituto Tecnológico: four genes, evolved by a round robin."""

import re
from dataclasses import replace
from functools import cache

from enraya.agents.players.genes import suggestions
from enraya.evolve.genes import GeneRun, evolve_genes
from enraya.evolve.genetics import GeneSettings, agent_of
from enraya.game.position import Position
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.match import DecidingMatch, judge, read_score

PAPER = "tec"
SECTION = "Algoritmos genéticos"
SEED = 0
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, seed=SEED, shrinking=True)
ODD = replace(ORIGINAL, population=21)
SIZES = {ORIGINAL: [20, 16, 12, 9, 7, 5, 4, 3, 2], ODD: [21, 16, 12, 9, 7, 5, 4, 3, 2]}
LARGE = GeneSettings(population=200, generations=60, keep=50, seed=SEED)
LARGE_COMMAND = f"enraya evolve genes --population 200 --generations 60 --keep 50 --seed {SEED}"
PLACE = "4453"
SUGGESTED = "345/1267, 56/7, 4/1267, 34/235"
"""By the paper's rules for each trait, in the position above."""
ANCESTORS = 20
GAMES = 1000
"""Against each ancestor, in the full experiment."""


@cache
def _run(settings: GeneSettings) -> GeneRun:
    return evolve_genes(settings)


def _original_command(settings: GeneSettings) -> str:
    """The call of the paper's program."""
    return (
        f"enraya evolve --gen_number:{settings.generations} --pop_number:{settings.population} "
        f"--next_gen_agents:{settings.keep:g} --seed {settings.seed}"
    )


def _sizes(settings: GeneSettings, text: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        run = _run(settings)
        sizes = [len(generation.agents) for generation in run.generations]
        same = sizes == SIZES[settings]
        return Finding(
            _sizes_figure(sizes, run.numbers),
            Agreement.REPRODUCED if same else Agreement.NOT,
            "" if same else f"the sizes should be {SIZES[settings]}",
        )

    return Claim(
        PAPER, SECTION, text, lambda _: _original_command(settings), measure, _read_sizes,
        Kind.EXACT,
    )  # fmt: skip


def _sizes_figure(sizes: list[int], agent: str) -> str:
    return f"{', '.join(map(str, sizes))} agents; the last line is {agent}"


def _read_sizes(output: str) -> str:
    sizes = [int(size) for size in re.findall(r"^Individuals: (\d+)$", output, re.MULTILINE)]
    return _sizes_figure(sizes, output.splitlines()[-1])


def _traits() -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        found = suggestions(Position.parse(PLACE))
        figure = ", ".join(
            "/".join("".join(map(str, columns)) for columns in (trait.first, trait.second))
            for trait in found
        )
        same = figure == SUGGESTED
        return Finding(figure, Agreement.REPRODUCED if same else Agreement.NOT,
                       "" if same else f"it should be {SUGGESTED}")  # fmt: skip

    def read(output: str) -> str:
        rows = re.findall(r"^│ \d │ \w+ +│ ([\d ]+?) +│ \w+ +│ ([\d ]+?) +│", output, re.MULTILINE)
        return ", ".join("/".join(row).replace(" ", "") for row in rows)

    return Claim(
        PAPER, "Diseño de movimiento genérico",
        f"each of four traits suggests columns in two ways: those in {PLACE}",
        lambda _: f"enraya traits {PLACE}", measure, read, Kind.EXACT,
    )  # fmt: skip


def _improvement(settings: GeneSettings, command: str, how: str) -> Claim:
    def match() -> DecidingMatch:
        run = _run(settings)
        first = run.generations[0].agents
        ancestors = first[:: max(1, len(first) // ANCESTORS)]
        return DecidingMatch(run.agent, tuple(agent_of(agent.genes) for agent in ancestors), GAMES)

    return Claim(
        PAPER, SECTION,
        f"evolution finds better agents: the result against {ANCESTORS} of the first generation, "
        f"{how}",
        lambda thoroughness: AND.join([command, match().command(thoroughness)]),
        lambda lab: judge(match().play(lab)), read_score,
    )  # fmt: skip


CLAIMS = (
    _traits(),
    _sizes(
        ORIGINAL, "20 agents of which the best 80 % have children: a program of three arguments "
        "prints the agent; the sizes of the generations",
    ),
    _sizes(
        ODD, "of an odd number the least fit survives, who has no partner: 21 agents, and among "
        "their generations 9, 7, 5 and 3",
    ),
    _improvement(ORIGINAL, _original_command(ORIGINAL), "after the paper's own call"),
    _improvement(LARGE, LARGE_COMMAND, "after 60 generations of 200"),
)  # fmt: skip
