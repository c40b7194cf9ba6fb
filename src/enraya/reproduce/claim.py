"""Claims of papers, the experiments that measure them again, and how well the two agree."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.tally import Tally, count
from enraya.arena.store.store import Store
from enraya.reports.charts import Chart


class Agreement(StrEnum):
    """How a claim turned out; `Finding.because` gives the reason for the last two."""

    REPRODUCED = "reproduced"
    EXCEEDED = "exceeded"
    FIXED = "reproduced after fixing"
    NOT = "not reproducible because"


class Kind(StrEnum):
    """How reproducible a figure is: always exact, decided by a seed, or timed."""

    EXACT = "exact: fixed by the paper's own program"
    SEEDED = "the same on every machine, fixed by its seed"
    TIMED = "depends on the machine"


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How much to measure, as a share of the full experiment."""

    name: str
    part: float

    def games(self, full: int) -> int:
        """How many games to play if the full experiment plays ``full``: an even number from 2.

        >>> SHORT.games(78), SHORT.games(3)
        (8, 2)
        """
        return 2 * max(1, round(full * self.part / 2))

    def count(self, full: int) -> int:
        """How many things other than games to measure if the full experiment measures ``full``.

        At least one.

        >>> SHORT.count(37), SHORT.count(3)
        (4, 1)
        """
        return max(1, round(full * self.part))


REDUCED = Thoroughness("reduced", 0.01)
"""Enough for tests: every experiment runs, but only the figures of exact rows are meaningful."""
SHORT = Thoroughness("short", 0.1)
FULL = Thoroughness("full", 1.0)


@dataclass(frozen=True, slots=True)
class Lab:
    """The environment of experiments: how much to measure, how, and where to keep the games."""

    thoroughness: Thoroughness
    store: Store
    """Keeps every game, so that an interrupted reproduction resumes where it stopped."""
    engine: str = "processes"
    workers: int | None = None
    on_done: Callable[..., None] | None = None
    """Called while a claim is measured: with how many games are finished and how many there are, or
    only with how many positions are finished."""

    def play(self, settings: TournamentSettings) -> dict[tuple[str, str], Tally]:
        """The tally of each pair of agents; games in the store are not played again."""
        tournament = enter(settings, self.store)
        run_tournament(
            tournament, self.store, engine=self.engine, workers=self.workers, on_games=self.on_done
        )
        return count(self.store.results(tournament))


@dataclass(frozen=True, slots=True)
class Finding:
    """What we measured for a claim: our figure, and how well it agrees."""

    figure: str
    agreement: Agreement
    because: str = ""
    charts: tuple[Chart, ...] = ()
    """Charts of the paper, drawn from our measurements."""

    @property
    def sentence(self) -> str:
        """The agreement and its reason, as text."""
        return f"{self.agreement.value} {self.because}".strip()


@dataclass(frozen=True, slots=True)
class Experiment:
    """A measurement, with the command that repeats it."""

    command: Callable[[Thoroughness], str]
    run: Callable[[Lab], Any]
    """Makes the measurement and returns its result."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a paper that can be put to the test."""

    paper: str
    section: str
    """The heading of the paper's section that makes the claim."""
    text: str
    experiments: tuple[Experiment, ...]
    """The measurements, in order."""
    judge: Callable[..., Finding]
    """Takes the results of all experiments and returns the finding."""
    kind: Kind = Kind.SEEDED

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that prints the figure; several are joined by ``&&``."""
        return AND.join(experiment.command(thoroughness) for experiment in self.experiments)

    def measure(self, lab: Lab) -> Finding:
        """Runs the experiments and judges the claim."""
        return self.judge(*(experiment.run(lab) for experiment in self.experiments))


Row = tuple[Claim, Finding]
AND = " && "
"""Joins the commands of one claim."""


def decided(figure: str, is_right: bool, otherwise: str) -> Finding:
    """The finding on a claim that holds or fails; ``otherwise`` is the reason if it fails."""
    if is_right:
        return Finding(figure, Agreement.REPRODUCED)
    return Finding(figure, Agreement.NOT, otherwise)
