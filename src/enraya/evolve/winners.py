"""The strength of an evolution's winners against random moves, the first generation and the levels.

The winners of different generations are often the same agent, which then plays only once. Every
game has a different seed, and the sides alternate.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from enraya.agents import parse_agent
from enraya.agents.players.level import HIGHEST
from enraya.arena.plan.schedule import derive_seed
from enraya.arena.play.play import play_game
from enraya.arena.statistics.elo import wilson_interval
from enraya.arena.statistics.tally import ResultCounts
from enraya.errors import InvalidSetting
from enraya.evolve.genes import Generation, GeneRun, play_games
from enraya.evolve.genetics import Genes, agent_of, format_genes
from enraya.game.position import Position
from enraya.work import run_jobs

RANDOM = "random"
FIRST_GENERATION = "first generation"
LEVELS = tuple(f"level({level})" for level in range(1, HIGHEST + 1))
DEFAULT_GAMES, DEFAULT_LEVEL_GAMES = 200, 20
MOST_GENERATIONS = 10
"""The most generations whose winners play the levels by default."""
_SEEDS = 2**63


@dataclass(frozen=True, slots=True)
class WinnerScore:
    """The score of a generation's winner against an opponent."""

    generation: int
    """The number of the generation, counted from 1."""
    opponent: str
    score: ResultCounts

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the winner's points per game."""
        return wilson_interval(self.score.share, self.score.games)


class MeetingJob(NamedTuple):
    """A job: the games of one agent against one opponent."""

    genes: Genes
    opponent: str
    games: int
    seed: int


def play_opponent(job: MeetingJob) -> list[int]:
    """The agent's wins, draws and losses; it moves first in every other game."""
    points = [0, 0, 0]
    for number in range(job.games):
        agents = [
            parse_agent(text, derive_seed(job.seed, number, side))
            for side, text in enumerate((agent_of(job.genes), job.opponent))
        ]
        side = number % 2
        record = play_game((agents[side], agents[1 - side]), Position.start())
        points[_place(record.winner or 0, side)] += 1
    return points


def _place(winner: int, side: int) -> int:
    """0 if the player on this side (0 moves first, 1 second) won, 1 for a draw, 2 if they lost."""
    if winner == 0:
        return 1
    return 0 if winner == side + 1 else 2


def against(genes: Genes, others: Generation, seed: int) -> ResultCounts:
    """The score of an agent that plays every agent of a generation once on each side."""
    population = np.array([genes, *(agent.genes for agent in others.agents)])
    places = np.arange(1, len(population))
    ahead = np.stack([np.zeros_like(places), places], axis=1)
    seeds = np.random.default_rng(seed).integers(_SEEDS, size=2 * len(places), dtype=np.uint64)
    winners = play_games(population, np.concatenate([ahead, ahead[:, ::-1]]), seeds)
    points = [0, 0, 0]
    for number, winner in enumerate(winners.tolist()):
        points[_place(winner, number // len(places))] += 1
    return ResultCounts(*points)


def spread_out(count: int, most: int) -> list[int]:
    """Evenly spread numbers from 0 to ``count`` - 1, at most ``most``, with both ends included.

    >>> spread_out(60, 4), spread_out(3, 10), spread_out(1, 1)
    ([0, 20, 39, 59], [0, 1, 2], [0])
    """
    if count <= most:
        return list(range(count))
    return [round(i * (count - 1) / (most - 1)) for i in range(most)]


def measure_winners(
    run: GeneRun,
    *,
    games: int = DEFAULT_GAMES,
    level_games: int = DEFAULT_LEVEL_GAMES,
    every: int | None = None,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_done: Callable[[int, int], None] | None = None,
) -> list[WinnerScore]:
    """Measures the winners of all generations; only those of some generations play the levels.

    Args:
        run: the run whose winners play.
        games: how many games each winner plays against random moves.
        level_games: how many games a winner plays against each level.
        every: the winners of every Nth generation and the last play the levels; by default those
            of at most ten generations do.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many jobs run at once; one per core by default.
        checkpoint: a file that keeps finished matches; the same call resumes from it.
        on_done: called with the number of finished matches and the number of all matches.

    Raises:
        InvalidSetting: when a number of games is below 1.
    """
    if games < 1 or level_games < 1:
        raise InvalidSetting("a match needs at least one game")
    generations = range(len(run.generations))
    chosen = spread_out(len(generations), MOST_GENERATIONS)
    if every is not None:
        chosen = sorted({*generations[::every], generations[-1]})
    wanted = [(i, RANDOM, games) for i in generations]
    wanted += [(i, level, level_games) for i in chosen for level in LEVELS]
    jobs = list(dict.fromkeys(_games(run, *match) for match in wanted))
    results = run_jobs(
        play_opponent, jobs, engine=engine, workers=workers, checkpoint=checkpoint,
        on_done=None if on_done is None else lambda done: on_done(done, len(jobs)),
    )  # fmt: skip
    scores = dict(zip(jobs, results, strict=True))
    found = [
        WinnerScore(i + 1, opponent, ResultCounts(*scores[_games(run, i, opponent, count)]))
        for i, opponent, count in wanted
    ]
    return [*_first_generation(run, generations), *found]


def _games(run: GeneRun, place: int, opponent: str, count: int) -> MeetingJob:
    genes = run.generations[place].winner
    seed = derive_seed("winners", run.settings.seed, format_genes(genes), opponent)
    return MeetingJob(genes, opponent, count, seed)


def _first_generation(run: GeneRun, generations: Sequence[int]) -> list[WinnerScore]:
    found = []
    for i in generations:
        winner = run.generations[i].winner
        seed = derive_seed("first generation", run.settings.seed, format_genes(winner))
        score = against(winner, run.generations[0], seed)
        found.append(WinnerScore(i + 1, FIRST_GENERATION, score))
    return found
