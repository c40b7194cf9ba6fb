"""A league as it is kept: one folder with `league.sqlite` and the submissions."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import time
from typing import Any, Self

from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.store.database import Database
from enraya.arena.store.store import Store, Tournament
from enraya.errors import InvalidSetting
from enraya.files import is_file, part_of
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.access import Access
from enraya.league.store.log import Log, check_reason
from enraya.league.store.players import Players
from enraya.league.store.schema import APPLICATION, FILE_NAME, LADDER, SCHEMA, VERSION
from enraya.league.store.teams import Teams
from enraya.league.store.versions import Versions
from enraya.texts import Sentence

CLOCK_SECONDS = 300.0
"""How far a clock may be behind the latest time in the store."""


class LeagueStore:
    """The file of a league, for a ``with`` block; one thread at a time uses it.

    Every method raises `InvalidSetting` when the file cannot be used: locked, read-only, disk full,
    not a league, from a newer enraya.

    Args:
        folder: of the league.
        database: its file, already open, while it is made.
    """

    def __init__(self, folder: Path, database: Database | None = None) -> None:
        path = folder / FILE_NAME
        if database is None and not is_file(path):
            raise InvalidSetting(
                f"there is no league in {str(folder)!r}; make one with: enraya league new NAME"
            )
        self.folder = folder
        self.database = database = database or Database(
            path, VERSION, SCHEMA, application=APPLICATION, any_thread=True
        )
        self.arena = Store(database.path, database)
        self.log = Log(database)
        self.teams = Teams(database, self.log)
        self.versions = Versions(database)
        self.players = Players(database, self.arena, self.versions)
        self.access = Access(database)

    @classmethod
    def create(
        cls,
        folder: Path,
        settings: LeagueSettings,
        *,
        on_opening: Callable[[], None] | None = None,
    ) -> Self:
        """A new league in a folder, which is made; there is all of it or, if that fails, nothing.

        Raises:
            EnrayaError: for settings that are refused, or when there is a league already.
        """
        settings.check()
        path = folder / FILE_NAME
        if is_file(path):
            raise InvalidSetting(f"there is a league in {str(folder)!r} already")
        openings = random_openings(
            settings.rule_set, settings.opening_plies, settings.openings, settings.seed,
            balanced=settings.rule_set.name == "classic", on_found=on_opening,
        )  # fmt: skip
        part = part_of(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            with cls(folder, Database(part, VERSION, SCHEMA, application=APPLICATION)) as new:
                new._fill(settings, openings)  # our own
            part.replace(path)
        except OSError as error:
            raise InvalidSetting(f"cannot write {str(path)!r}: {error.strerror}") from None
        return cls(folder)

    def _fill(self, settings: LeagueSettings, openings: Sequence[str]) -> None:
        kept = TournamentSettings(
            kind="ladder", agents=(), rules=settings.rules, seed=settings.seed,
            limit=settings.terms.limit, reserve=settings.reserve,
            opening_plies=settings.opening_plies, memory_mb=settings.memory_mb,
        )  # fmt: skip
        ladder = self.arena.create(kept, openings)
        assert ladder.id == LADDER
        with self.database.transaction():
            now = time()
            self.database.execute(
                "INSERT INTO league (id, settings, created, latest) VALUES (1, ?, ?, ?)",
                settings.to_json(), now, now,
            )  # fmt: skip
            self.players.set_baselines(settings.baselines)
            self.log.add("new", details={"name": settings.name})

    @property
    def settings(self) -> LeagueSettings:
        """What the operator has decided.

        Raises:
            InvalidSetting: when the file does not hold it.
        """
        for (text,) in self.database.query("SELECT settings FROM league"):
            try:
                return LeagueSettings.from_json(text)
            except (ValueError, TypeError, KeyError, RecursionError):
                break
        raise InvalidSetting(f"the settings of the league in {str(self.folder)!r} are damaged")

    def change_settings(self, settings: LeagueSettings, reason: str) -> None:
        """Decides something else; what was decided before stays in the log.

        Raises:
            EnrayaError: for settings that are refused, or that cannot change any more.
        """
        reason = check_reason(reason)
        with self.database.transaction():
            before = self.settings
            check_change(before, settings)
            self.database.execute("UPDATE league SET settings = ?", settings.to_json())
            self.players.set_baselines(settings.baselines)
            changed = {
                name: [getattr(before, name), getattr(settings, name)]
                for name in settings.__dataclass_fields__
                if getattr(before, name) != getattr(settings, name)
            }
            self.log.add("settings", details=changed, reason=reason)

    @property
    def ladder(self) -> Tournament:
        """The ladder, as a tournament of the arena."""
        return self.arena.tournament(LADDER)

    def excluded(self) -> set[int]:
        """The numbers of the games that the operator does not count."""
        return {number for (number,) in self.database.query("SELECT game FROM excluded")}

    def exclude(self, game: int, reason: str) -> None:
        """Does not count a game and the one with sides swapped; inside a transaction.

        Raises:
            InvalidSetting: when the ladder has no such game.
        """
        both = (
            "SELECT other.id FROM games AS one JOIN games AS other ON other.tournament = "
            "one.tournament AND other.opening = one.opening AND (other.id = one.id OR "
            "(other.first = one.second AND other.second = one.first)) "
            "WHERE one.id = ? AND one.tournament = ?"
        )
        games = [number for (number,) in self.database.query(both, game, LADDER)]
        if not games:
            raise InvalidSetting(Sentence("league.no_game", number=game))
        for number in games:
            self.database.execute(
                "INSERT OR IGNORE INTO excluded (game, reason) VALUES (?, ?)", number, reason
            )
        teams = {team for (team,) in self.database.query(
            "SELECT team FROM players JOIN games ON place IN (first, second) WHERE games.id = ? "
            "AND team IS NOT NULL", game,
        )}  # fmt: skip
        for team in teams or {None}:
            self.log.add("exclude", team=team, details={"games": games}, reason=reason)

    def note_time(self) -> float:
        """The time now, which the store remembers as the latest; inside a transaction.

        Raises:
            InvalidSetting: when the clock has gone back.
        """
        now = time()
        ((latest,),) = self.database.query("SELECT latest FROM league")
        if now < latest - CLOCK_SECONDS:
            raise InvalidSetting(
                "the clock of this machine is wrong: the league has seen a time that is "
                f"{round((latest - now) / 60):,} minutes later; set the clock, then go on"
            )
        self.database.execute("UPDATE league SET latest = max(latest, ?)", now)
        return now

    def check_clock(self) -> None:
        """Refuses to go on where the clock has gone back since the league was last used.

        Raises:
            InvalidSetting: with both times.
        """
        with self.database.transaction():
            self.note_time()

    @property
    def address(self) -> str:
        """Where the league was last served, with a slash at the end; empty before that."""
        return next(str(one) for (one,) in self.database.query("SELECT address FROM league"))

    def set_address(self, address: str) -> None:
        """Remembers where the league is served, for the links that commands print."""
        self.database.write("UPDATE league SET address = ?", address)

    def publish(self, what: str, content: object) -> None:
        """Keeps something that is derived from the rest and often looked at."""
        self.database.write(
            "INSERT OR REPLACE INTO published (what, content, time) VALUES (?, ?, ?)",
            what, json.dumps(content), time(),
        )  # fmt: skip

    def published(self, what: str) -> Any:
        """What was last published; None before that."""
        query = "SELECT content FROM published WHERE what = ?"
        return next((json.loads(text) for (text,) in self.database.query(query, what)), None)

    def close(self) -> None:
        """Closes the file."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def check_change(before: LeagueSettings, settings: LeagueSettings) -> None:
    """Refuses settings that make no league, or that cannot change any more.

    Raises:
        EnrayaError: with the reason.
    """
    settings.check()
    for name in ("rules", "opening_plies", "openings", "seed"):
        if getattr(before, name) != getattr(settings, name):
            raise InvalidSetting(
                f"{name} cannot change: the games of a ladder are all of one kind; make another "
                "league with: enraya league copy"
            )
