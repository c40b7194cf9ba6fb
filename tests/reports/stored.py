"""Small tournaments in a store, for the tests of reports."""

from collections.abc import Sequence
from pathlib import Path

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import run_tournament
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.game_row import encode_row
from enraya.arena.store.store import Store
from enraya.game.record import GameRecord, Termination

HOSTILE_NAME = '<img src=x onerror="alert(1)"></script>'


def played(
    path: Path,
    agents: Sequence[Entrant],
    *,
    games: int = 2,
    rules: str = "classic",
    test: Sprt | None = None,
) -> int:
    """Plays a tournament into a new store; its number."""
    kind = "sprt" if test else "round-robin"
    settings = TournamentSettings(kind, tuple(agents), games=games, rules=rules, test=test)
    with Store(path) as store:
        tournament = store.create(settings, ["12", "34"])
        run_tournament(tournament, store, engine="serial")
        return tournament.id


def with_a_fault(path: Path) -> int:
    """A match with one game that the second agent lost by failing."""
    settings = TournamentSettings(
        "match", (Entrant("sound", "random"), Entrant(HOSTILE_NAME, "random"))
    )
    record = GameRecord(
        "classic", ("random", "random"), "1", 1, Termination.CRASH, reason="<b>boom</b>, bang"
    )
    with Store(path) as store:
        tournament = store.create(settings, [""])
        store.add_games(tournament.id, [encode_row(Pairing(0, 1, 0), record)])
        return tournament.id
