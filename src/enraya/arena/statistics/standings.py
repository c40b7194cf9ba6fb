"""The table of a tournament: who is how strong, best first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from enraya.arena.statistics.rating import Rating, rate
from enraya.arena.statistics.result import GameResult
from enraya.arena.statistics.tally import Tally, count, total_of


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table."""

    agent: str
    rating: Rating
    tally: Tally
    """All its games together."""
    superiority: float | None
    """The likelihood that it is stronger than the next in the table; None for the last."""


def standings(results: Iterable[GameResult], agents: Sequence[str]) -> list[Standing]:
    """The table of these games, best first; an agent without games has a row too.

    >>> games = [GameResult("a", "b", 2, 0, 20), GameResult("b", "a", 1, 0, 17)]
    >>> [(row.agent, row.tally.total.points) for row in standings(games, ["a", "b"])]
    [('b', 2.0), ('a', 0.0)]
    """
    return rank(count(results), agents)


def rank(tallies: dict[tuple[str, str], Tally], agents: Sequence[str]) -> list[Standing]:
    """The same from what `count` gave."""
    table = rate(tallies, agents)
    ranked = sorted(table.ratings, key=lambda rating: -rating.elo)
    following = [rating.agent for rating in ranked[1:]]
    return [
        Standing(
            rating.agent,
            rating,
            total_of(rating.agent, tallies),
            table.superiority(rating.agent, following[place]) if following[place:] else None,
        )
        for place, rating in enumerate(ranked)
    ]
