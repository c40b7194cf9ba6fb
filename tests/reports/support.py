"""Small tournaments in a store, and whether a report speaks one language."""

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
from enraya.reports.page import Page
from enraya.texts import texts_in

LONG = 12
"""Characters of a text that does not occur by chance."""
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


def foreign_texts(page: Page, language: str) -> list[str]:
    """The keys of English texts that stand in a page of another language."""
    t, english = texts_in(language), texts_in("en").catalogue
    parts = [page.title, page.subtitle, *("".join(section.parts) for section in page.sections)]
    return [
        key
        for key, text in english.items()
        if key.startswith(("report.", "verdict.", "termination."))
        and len(text) > LONG
        and "{" not in text
        and text != t(key)
        and any(text in part for part in parts)
    ]
