"""What a paper claims, what is measured here, and how well they agree."""

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
    """How a claim turned out; `Finding.because` completes the last two."""

    REPRODUCED = "reproduced"
    EXCEEDED = "exceeded"
    FIXED = "reproduced after fixing"
    NOT = "not reproducible because"


class Kind(StrEnum):
    """What decides a figure."""

    EXACT = "exact: the paper's own program fixes it"
    SEEDED = "the same on every machine, by its seed"
    TIMED = "depends on the machine"


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How much to measure, as a part of the full experiment."""

    name: str
    part: float

    def games(self, full: int) -> int:
        """An even number of games, at least two, where the full experiment plays ``full``.

        >>> SHORT.games(78), SHORT.games(3)
        (8, 2)
        """
        return 2 * max(1, round(full * self.part / 2))

    def count(self, full: int) -> int:
        """A number of anything but games, at least one.

        >>> SHORT.count(37), SHORT.count(3)
        (4, 1)
        """
        return max(1, round(full * self.part))


REDUCED = Thoroughness("reduced", 0.01)
"""Enough for tests: every experiment runs, but only the figures of exact rows mean anything."""
SHORT = Thoroughness("short", 0.1)
FULL = Thoroughness("full", 1.0)


@dataclass(frozen=True, slots=True)
class Lab:
    """What experiments work with: how much to measure, and where to keep the games."""

    thoroughness: Thoroughness
    store: Store
    """Keeps every game, so that an interrupted reproduction resumes where it stopped."""
    engine: str = "processes"
    workers: int | None = None
    on_done: Callable[..., None] | None = None
    """Called with the games or positions done for the present row, and their total."""

    def play(self, settings: TournamentSettings) -> dict[tuple[str, str], Tally]:
        """The tallies of a tournament, played now or read from the store."""
        tournament = enter(settings, self.store)
        run_tournament(
            tournament, self.store, engine=self.engine, workers=self.workers, on_games=self.on_done
        )
        return count(self.store.results(tournament))


@dataclass(frozen=True, slots=True)
class Finding:
    """Our figure for a claim."""

    figure: str
    agreement: Agreement
    because: str = ""
    charts: tuple[Chart, ...] = ()
    """Charts that the paper had, drawn again."""

    @property
    def sentence(self) -> str:
        """The agreement with its reason."""
        return f"{self.agreement.value} {self.because}".strip()


@dataclass(frozen=True, slots=True)
class Experiment:
    """Something that is measured here exactly as a command measures it."""

    command: Callable[[Thoroughness], str]
    run: Callable[[Lab], Any]
    """Does it, and returns what it finds."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a paper that can be put to the test."""

    paper: str
    section: str
    """The heading in the paper under which it stands."""
    text: str
    experiments: tuple[Experiment, ...]
    """What is done, one after the other."""
    judge: Callable[..., Finding]
    """What follows from all that the experiments found."""
    kind: Kind = Kind.SEEDED

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that prints the figure; several are joined by ``&&``."""
        return AND.join(experiment.command(thoroughness) for experiment in self.experiments)

    def measure(self, lab: Lab) -> Finding:
        """Our figure."""
        return self.judge(*(experiment.run(lab) for experiment in self.experiments))


Row = tuple[Claim, Finding]
AND = " && "
"""Joins the commands of one figure."""


def decided(figure: str, is_right: bool, otherwise: str) -> Finding:
    """The finding about a claim that holds or does not; ``otherwise`` says why not."""
    if is_right:
        return Finding(figure, Agreement.REPRODUCED)
    return Finding(figure, Agreement.NOT, otherwise)
