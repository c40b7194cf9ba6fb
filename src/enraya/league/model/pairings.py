"""Games of the ladder: which opening a pair starts from, and the seeds of its games.

Both depend on the two agents and the number of their pair, and on nothing else that happens in a
league: a game is the same whoever else takes part, on any machine, and after any interruption.
"""

from collections.abc import Sequence

from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.league.model.records import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings

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
