"""The table of a tournament: who is how strong, best first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from enraya.arena.rating import Rating
from enraya.arena.result import GameResult
from enraya.arena.tally import Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table."""

    agent: str
    rating: Rating
    tally: Tally


def standings(results: Iterable[GameResult], agents: Sequence[str]) -> list[Standing]:
    """The table of these games, best first; an agent without games has its row too."""
    raise NotImplementedError
