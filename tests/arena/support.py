"""Small tournaments for tests, stores compared without their times, and tallies."""

from pathlib import Path
from typing import Any

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.arena.store.store import Store, Tournament
from enraya.game.record import GameRecord


def settings_of(
    *agents: str | tuple[str, str], kind: str = "round-robin", games: int = 2, **more: Any
) -> TournamentSettings:
    return TournamentSettings(kind, make_entrants(agents), games=games, **more)


def played(path: Path, settings: TournamentSettings, engine: str = "serial") -> Tournament:
    """The tournament, played to its end in a store."""
    with Store(path) as store:
        return run_tournament(enter(settings, store), store, engine=engine)


def records_of(
    path: Path, settings: TournamentSettings, *, engine: str = "serial", **options: Any
) -> list[GameRecord]:
    """The games of a tournament that is played to its end in a store."""
    with Store(path) as store:
        tournament = run_tournament(enter(settings, store), store, engine=engine, **options)
        assert tournament.finished
        return [record for _, record in store.records(tournament)]


def games_in(path: Path) -> int:
    """How many games a store has, which may not be there yet."""
    if not path.exists():
        return 0
    with Store(path) as store:
        return sum(store.count(tournament.id) for tournament in store.tournaments())


def timeless(path: Path, number: int = 1) -> list[tuple[Any, ...]]:
    """Everything a store says about the games of a tournament, except times."""
    with Store(path) as store:
        tournament = store.tournament(number)
        return [_without_times(record) for _, record in store.records(tournament)]


def _without_times(record: GameRecord) -> tuple[Any, ...]:
    notes = tuple((note.nodes, note.score) for note in record.notes)
    return (
        record.rules, record.agents, record.opening, record.moves, record.winner,
        record.termination, record.reason, record.seed, notes,
    )  # fmt: skip


Scores = dict[tuple[str, str], ResultCounts]
"""What agents scored against others, each pair from one side."""


def tallied(scores: Scores) -> dict[tuple[str, str], Tally]:
    """The tallies of both sides."""
    tallies = {pair: Tally(score) for pair, score in scores.items()}
    return tallies | {(other, one): ~tally for (one, other), tally in tallies.items()}
