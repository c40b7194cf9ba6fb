"""The store of a league: a folder with the database `league.sqlite` and the submissions."""

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
"""How many seconds the clock may be behind the latest time that the store has recorded."""


class LeagueStore:
    """The open store of a league, for a ``with`` block; only one thread at a time may use it.

    Every method raises `InvalidSetting` when the database cannot be used: when it is locked or
    read-only, the disk is full, it is not a league's, or a newer version of enraya made it.

    Args:
        folder: of the league.
        database: the open database of a league that is being created; else the folder's is opened.
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
        """Creates a league in a folder, which is made if needed; if that fails, there is no league.

        Args:
            folder: of the new league.
            settings: of the new league.
            on_opening: called for each opening found.

        Raises:
            EnrayaError: for invalid settings, when the folder already holds a league, or when it
                cannot be written.
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
                new._fill(settings, openings)
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
        """The present settings of the league.

        Raises:
            InvalidSetting: when they are missing or damaged.
        """
        for (text,) in self.database.query("SELECT settings FROM league"):
            try:
                return LeagueSettings.from_json(text)
            except (ValueError, TypeError, KeyError, RecursionError):
                break
        raise InvalidSetting(f"the settings of the league in {str(self.folder)!r} are damaged")

    def change_settings(self, settings: LeagueSettings, reason: str) -> None:
        """Replaces the settings; the log keeps the old and the new values.

        Raises:
            EnrayaError: for invalid settings, a change that is no longer possible, or no reason.
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
        """The numbers of the games that the operator has excluded."""
        return {number for (number,) in self.database.query("SELECT game FROM excluded")}

    def exclude(self, game: int, reason: str) -> None:
        """Excludes both games of a pair from ratings and grades; call it inside a transaction.

        Args:
            game: the number of either game of the pair.
            reason: for the log, which the teams that played the game can read.

        Raises:
            InvalidSetting: when the ladder has no game with this number.
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
        """The present time, which the store records as the latest; call it inside a transaction.

        Raises:
            InvalidSetting: when the clock is more than `CLOCK_SECONDS` behind the latest time.
        """
        now = time()
        ((latest,),) = self.database.query("SELECT latest FROM league")
        if now < latest - CLOCK_SECONDS:
            raise InvalidSetting(
                "the clock of this machine is wrong: the league was last used at a time "
                f"{round((latest - now) / 60):,} minutes later; set the clock and try again"
            )
        self.database.execute("UPDATE league SET latest = max(latest, ?)", now)
        return now

    def check_clock(self) -> None:
        """Refuses to continue if the clock was set back since the league was last used.

        Raises:
            InvalidSetting: when the clock is more than `CLOCK_SECONDS` behind the latest time.
        """
        with self.database.transaction():
            self.note_time()

    @property
    def address(self) -> str:
        """The URL at which the league was last served, ending with a slash; empty before that."""
        return next(str(one) for (one,) in self.database.query("SELECT address FROM league"))

    def set_address(self, address: str) -> None:
        """Stores the URL at which the league is served, for the links that commands print."""
        self.database.write("UPDATE league SET address = ?", address)

    def publish(self, what: str, content: object) -> None:
        """Stores a result that is expensive to compute and often read, such as the ranking.

        Args:
            what: the name of the result; an earlier one of this name is replaced.
            content: a value that JSON can hold.
        """
        self.database.write(
            "INSERT OR REPLACE INTO published (what, content, time) VALUES (?, ?, ?)",
            what, json.dumps(content), time(),
        )  # fmt: skip

    def published(self, what: str) -> Any:
        """The result last published under this name, or None."""
        query = "SELECT content FROM published WHERE what = ?"
        return next((json.loads(text) for (text,) in self.database.query(query, what)), None)

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def check_change(before: LeagueSettings, settings: LeagueSettings) -> None:
    """Refuses invalid settings, and changes that the ladder's games no longer allow.

    Raises:
        EnrayaError: when a setting is invalid or can no longer change; the message says which one
            and why.
    """
    settings.check()
    for name in ("rules", "opening_plies", "openings", "seed"):
        if getattr(before, name) != getattr(settings, name):
            raise InvalidSetting(
                f"{name} cannot change, because it must be the same for all games of a ladder; "
                "make another league with: enraya league copy"
            )
