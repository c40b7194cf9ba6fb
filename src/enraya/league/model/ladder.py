"""The players of the ladder, and its pairs of games.

The opening of a pair depends on the two agents and the number of their pair, and on nothing else
that happens in a league: a game is the same with any other players, on any machine, and after any
interruption.
"""

from collections.abc import Sequence
from typing import NamedTuple

from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.league.model.settings import LeagueSettings


class LadderPlayer(NamedTuple):
    """A player in the ladder: a version of a team, or a baseline."""

    place: int
    """Its number in the list of players, which only grows; `Pairing` names players by it."""
    name: str
    """Unique: ``team 3 v2``, or the text of a baseline; statistics name players by it."""
    spec: str
    """The agent's text, which seeds are made of: it is the same in every league and on every
    machine."""
    version_id: int | None = None
    """None for a baseline."""
    team: int | None = None
    predecessor: int | None = None
    """The place of the version that played for the team before, if there was one."""
    is_active: bool = True
    """Whether it plays now: a baseline, or the active version of a team that takes part."""

    @property
    def is_baseline(self) -> bool:
        """Whether it is one of the fixed opponents."""
        return self.version_id is None


class LadderPair(NamedTuple):
    """Two games that share an opening, sides swapped."""

    one: int
    """Places of the players, the lower first."""
    other: int
    number: int
    """Counted from 0 for these two players."""


_OFFSETS = 1 << 16
"""Pairs of players begin at one of this many places in the endless list of openings."""


def first_opening(one: LadderPlayer, other: LadderPlayer, settings: LeagueSettings) -> int:
    """The number of the opening of the first pair of two players."""
    specs = sorted((one.spec, other.spec))
    return derive_seed("ladder", settings.seed, settings.rules, *specs) % _OFFSETS


def pairings_of(
    pair: LadderPair, players: Sequence[LadderPlayer], settings: LeagueSettings
) -> tuple[Pairing, Pairing]:
    """The two games of a pair."""
    opening = first_opening(players[pair.one], players[pair.other], settings) + pair.number
    return Pairing(pair.one, pair.other, opening), Pairing(pair.other, pair.one, opening)


def pair_of(game: Pairing, players: Sequence[LadderPlayer], settings: LeagueSettings) -> LadderPair:
    """The pair that a game belongs to."""
    low, high = sorted(game[:2])
    number = game.opening - first_opening(players[low], players[high], settings)
    return LadderPair(low, high, number)
