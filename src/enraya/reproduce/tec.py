"""The claims of the paper from Costa Rica: agents with four genes, evolved by round robins."""

from dataclasses import replace
from functools import cache

from enraya.agents.players.genes import Suggestion, suggestions
from enraya.evolve.genes import GeneRun, evolve_genes
from enraya.evolve.genetics import GeneSettings, agent_of
from enraya.game.position import Position
from enraya.reproduce.claim import Claim, Experiment, Finding, Kind, decided
from enraya.reproduce.experiments import judge, match_of

PAPER = "tec"
SECTION = "Algoritmos genéticos"
SEED = 0
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, seed=SEED, shrinking=True)
ODD = replace(ORIGINAL, population=21)
SIZES = {ORIGINAL: [20, 16, 12, 9, 7, 5, 4, 3, 2], ODD: [21, 16, 12, 9, 7, 5, 4, 3, 2]}
LARGE = GeneSettings(population=200, generations=60, keep=50, seed=SEED)
PLACE = "4453"
SUGGESTED = "345/1267, 56/7, 4/1267, 34/235"
"""The columns that each trait suggests in that position by the paper's rules."""
ANCESTORS = 20
GAMES = 1000
"""Games against each ancestor, in the full experiment."""


def _evolution(settings: GeneSettings) -> Experiment:
    """An experiment that runs the genetic algorithm.

    If generations shrink, the command is written with the options of the paper's program.
    """
    command = (
        f"enraya evolve --gen_number:{settings.generations} --pop_number:{settings.population} "
        f"--next_gen_agents:{settings.keep:g} --seed {settings.seed}"
        if settings.shrinking
        else f"enraya evolve genes --population {settings.population} "
        f"--generations {settings.generations} --keep {settings.keep:g} --seed {settings.seed}"
    )
    return Experiment(lambda _: command, lambda _: _run(settings))


@cache
def _run(settings: GeneSettings) -> GeneRun:
    return evolve_genes(settings)


def _sizes(settings: GeneSettings, text: str) -> Claim:
    def judge_sizes(run: GeneRun) -> Finding:
        sizes = [len(generation.agents) for generation in run.generations]
        figure = f"{', '.join(map(str, sizes))} agents; the last line is {run.numbers}"
        wanted = SIZES[settings]
        return decided(figure, sizes == wanted, f"the sizes should be {wanted}")

    return Claim(PAPER, SECTION, text, (_evolution(settings),), judge_sizes, Kind.EXACT)


def _judge_traits(found: list[Suggestion]) -> Finding:
    figure = ", ".join(
        "/".join("".join(map(str, columns)) for columns in (trait.first, trait.second))
        for trait in found
    )
    return decided(figure, figure == SUGGESTED, f"it should be {SUGGESTED}")


def _ancestor_match(settings: GeneSettings) -> Experiment:
    """An experiment: the winner of an evolution plays agents of its first generation."""

    def match() -> Experiment:
        run = _run(settings)
        first = run.generations[0].agents
        ancestors = first[:: max(1, len(first) // ANCESTORS)]
        return match_of(run.agent, *(agent_of(agent.genes) for agent in ancestors), games=GAMES)

    return Experiment(
        lambda thoroughness: match().command(thoroughness), lambda lab: match().run(lab)
    )


def _improvement(settings: GeneSettings, how: str) -> Claim:
    return Claim(
        PAPER, SECTION,
        f"evolution finds better agents: the result against {ANCESTORS} of the first generation, "
        f"{how}",
        (_evolution(settings), _ancestor_match(settings)), lambda _, tally: judge(tally),
    )  # fmt: skip


CLAIMS = (
    Claim(
        PAPER, "Diseño de movimiento genérico",
        f"each of four traits suggests columns in two ways: those in {PLACE}",
        (
            Experiment(
                lambda _: f"enraya traits {PLACE}", lambda _: suggestions(Position.parse(PLACE))
            ),
        ),
        _judge_traits, Kind.EXACT,
    ),
    _sizes(
        ORIGINAL, "a program with three arguments prints the best agent: the sizes of the "
        "generations from 20 agents, of which the best 80 % have children",
    ),
    _sizes(
        ODD, "if the number of parents is odd, the least fit has no partner and survives: 21 "
        "agents, and among their generations 9, 7, 5 and 3",
    ),
    _improvement(ORIGINAL, "after the paper's own call"),
    _improvement(LARGE, "after 60 generations of 200"),
)  # fmt: skip
