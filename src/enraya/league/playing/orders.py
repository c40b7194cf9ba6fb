"""Games of the ladder: which opening a pair starts from, and the seeds of its games.

Both depend on the two agents and the number of their pair, and on nothing else that happens in a
league: a game is the same whoever else takes part, on any machine, and after any interruption.
"""

from collections.abc import Sequence
from pathlib import Path

from enraya.arena.plan.pairing import Pairing, derive_seed
from enraya.arena.play.jobs import GameJob, Order
from enraya.arena.store.store import Tournament
from enraya.league.records import LadderPair, Player
from enraya.league.settings import LeagueSettings
from enraya.league.submissions.content import placed

_OFFSETS = 1 << 16
"""Pairs of players begin at one of this many places in the endless list of openings."""


def first_opening(one: Player, other: Player, settings: LeagueSettings) -> int:
    """The number of the opening of the first pair of two players."""
    identities = sorted((one.identity, other.identity))
    return derive_seed("ladder", settings.seed, settings.rules, *identities) % _OFFSETS


def pairings_of(
    pair: LadderPair, players: Sequence[Player], settings: LeagueSettings
) -> tuple[Pairing, Pairing]:
    """The two games of a pair."""
    opening = first_opening(players[pair.one], players[pair.other], settings) + pair.number
    return Pairing(pair.one, pair.other, opening), Pairing(pair.other, pair.one, opening)


def pair_of(game: Pairing, players: Sequence[Player], settings: LeagueSettings) -> LadderPair:
    """The pair that a game belongs to."""
    low, high = sorted(game[:2])
    number = game.opening - first_opening(players[low], players[high], settings)
    return LadderPair(low, high, number)


def ladder_job(
    game: Pairing,
    players: Sequence[Player],
    ladder: Tournament,
    settings: LeagueSettings,
    folder: Path,
) -> GameJob:
    """A game of the ladder as a job for a process."""
    first, second = players[game.first], players[game.second]
    seed = derive_seed(settings.seed, settings.rules, first.identity, second.identity, game.opening)
    return one_game(game, (first.spec, second.spec), ladder.opening(game.opening), seed,
                    settings, folder)  # fmt: skip


def one_game(
    game: Pairing,
    specs: tuple[str, str],
    opening: str,
    seed: int,
    settings: LeagueSettings,
    folder: Path,
) -> GameJob:
    """A game by the league's limits."""
    order = Order(game, (placed(folder, specs[0]), placed(folder, specs[1])), opening, seed)
    return GameJob(settings.rules, settings.terms, settings.memory_mb, (order,))


def event_job(
    game: Pairing, tournament: Tournament, settings: LeagueSettings, folder: Path
) -> GameJob:
    """A game of an event as a job for a process; by the limits that held when it began."""
    event = tournament.settings
    specs = event.agents[game.first].spec, event.agents[game.second].spec
    opening, seed = tournament.opening(game.opening), event.seed_of(game)
    job = one_game(game, specs, opening, seed, settings, folder)
    return job._replace(terms=event.terms, memory_mb=event.memory_mb)
