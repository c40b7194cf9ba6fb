"""The players of the ladder, and its pairs of games.

The opening of a pair depends only on the league's seed and rules, the two agents and the number of
their pair. It is therefore the same regardless of who else plays, on every machine, and after every
interruption.
"""

from collections.abc import Sequence
from typing import NamedTuple

from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.league.model.settings import LeagueSettings


class LadderPlayer(NamedTuple):
    """A player in the ladder: a version of a team, or a baseline."""

    place: int
    """The player's index in the ladder's list, which only grows; a `Pairing` refers to it."""
    name: str
    """A unique name, such as ``team 3 v2`` or, for a baseline, the text of its agent."""
    spec: str
    """The agent's text, from which seeds are derived: the same agent has the same text in every
    league and on every machine."""
    version_id: int | None = None
    """The id of the version; None for a baseline."""
    team: int | None = None
    predecessor: int | None = None
    """The place of the version that the team had active before; None if there was none."""
    is_active: bool = True
    """Whether the player gets games now: baselines in the settings and the active versions of
    teams that take part do."""

    @property
    def is_baseline(self) -> bool:
        """Whether the player is a baseline, not a version of a team."""
        return self.version_id is None


class LadderPair(NamedTuple):
    """Two games from the same opening, with sides swapped."""

    one: int
    """The players' places in the ladder; `one` is the lower."""
    other: int
    number: int
    """The number of the pair among those of these two players, from 0."""


_OFFSETS = 1 << 16
"""Every two players start at one of this many indices; the list of openings repeats endlessly."""


def first_opening(one: LadderPlayer, other: LadderPlayer, settings: LeagueSettings) -> int:
    """The index of the opening from which two players start their first pair of games."""
    specs = sorted((one.spec, other.spec))
    return derive_seed("ladder", settings.seed, settings.rules, *specs) % _OFFSETS


def pairings_of(
    pair: LadderPair, players: Sequence[LadderPlayer], settings: LeagueSettings
) -> tuple[Pairing, Pairing]:
    """The two games of a pair, first the one that the player with the lower place begins."""
    opening = first_opening(players[pair.one], players[pair.other], settings) + pair.number
    return Pairing(pair.one, pair.other, opening), Pairing(pair.other, pair.one, opening)


def pair_of(game: Pairing, players: Sequence[LadderPlayer], settings: LeagueSettings) -> LadderPair:
    """The pair that a game belongs to."""
    low, high = sorted(game[:2])
    number = game.opening - first_opening(players[low], players[high], settings)
    return LadderPair(low, high, number)
