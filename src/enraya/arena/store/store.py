"""Tournaments and their games in one SQLite file.

A game counts only once it is in the file, and a tournament has at most one game for each place in
its schedule. The file is in WAL mode, so readers never wait for writers, and a process that is
killed leaves it intact.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.statistics.tally import GameResult
from enraya.arena.store.database import Database
from enraya.arena.store.game_row import GameRow, decode_row, read_row
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.record import GameRecord
from enraya.platform import Locked, held
from enraya.printable import printable
from enraya.texts import decode_text, encode_text

VERSION = 1
"""The version of the file's format; a store with a higher one is refused."""
SCHEMA = """
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    created TEXT NOT NULL,
    settings TEXT NOT NULL,
    openings TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments(id),
    first INTEGER NOT NULL, second INTEGER NOT NULL, opening INTEGER NOT NULL,
    winner INTEGER, termination TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL,
    seed INTEGER, reason TEXT NOT NULL,
    first_moves INTEGER NOT NULL, second_moves INTEGER NOT NULL,
    first_seconds REAL, second_seconds REAL, first_nodes INTEGER, second_nodes INTEGER,
    notes TEXT NOT NULL,
    UNIQUE (tournament, first, second, opening)
);
CREATE TABLE judged (
    game INTEGER PRIMARY KEY REFERENCES games(id),
    first_moves INTEGER NOT NULL, first_losing INTEGER NOT NULL, first_imperfect INTEGER NOT NULL,
    second_moves INTEGER NOT NULL, second_losing INTEGER NOT NULL, second_imperfect INTEGER NOT NULL
)
"""
_COLUMNS = ", ".join(GameRow._fields)
_GAMES = "FROM games WHERE tournament = ?"
_JUDGED = "FROM games JOIN judged ON judged.game = games.id WHERE tournament = ?"
_ORDER = "ORDER BY opening, min(first, second), max(first, second), first"


class Tournament(NamedTuple):
    """A tournament in a store."""

    id: int
    created: str
    """When it was entered, as an ISO 8601 time in UTC."""
    settings: TournamentSettings
    openings: tuple[str, ...]
    finished: bool
    """Whether all its games have been played."""
    digest: str
    """`TournamentSettings.digest`, computed by the version of enraya that entered it."""

    @property
    def names(self) -> list[str]:
        """The names of the agents in tables, printable."""
        return [printable(entrant.name) for entrant in self.settings.agents]

    @property
    def is_of_this_version(self) -> bool:
        """Whether this version of enraya entered the tournament."""
        return self.digest == self.settings.digest

    def opening(self, number: int) -> str:
        """The moves of the opening with this number; after the last, the openings repeat."""
        return self.openings[number % len(self.openings)]


class Judged(NamedTuple):
    """The mistakes of both players in a game, according to the solver, without the opening."""

    game: int
    """The number of the game in the store."""
    first_moves: int
    """The number of the first player's moves that were judged."""
    first_losing: int
    """The number of moves that changed a win to a draw or loss, or a draw to a loss."""
    first_imperfect: int
    """The number of moves that were not among the best, slower wins and faster losses included."""
    second_moves: int
    second_losing: int
    second_imperfect: int


class Mistakes(NamedTuple):
    """The number of an agent's judged moves, and of the mistakes among them."""

    moves: int
    losing: int
    """The number of moves that changed a win to a draw or loss, or a draw to a loss."""
    imperfect: int
    """The number of moves that were not among the best, slower wins and faster losses included."""


class Faults(NamedTuple):
    """The games that an agent lost by faults of one kind."""

    games: int
    reason: str
    """The reason given the first time."""


class Cost(NamedTuple):
    """The mean time and nodes of an agent's moves; None where nothing was noted."""

    seconds: float | None
    nodes: float | None


class Store:
    """The open file of a store, for a ``with`` block.

    Every method raises `InvalidSetting` if the file cannot be used: its folder is missing, it is
    locked or read-only, the disk is full, or it is not a database or is from a newer enraya.

    Args:
        path: the path of the file, which is created if missing.
        database: the same file, already open, if it also has tables other than those of a store.
    """

    def __init__(self, path: Path, database: Database | None = None) -> None:
        self.path = path
        self._database = database or Database(path, VERSION, SCHEMA)

    def find(self, settings: TournamentSettings) -> Tournament | None:
        """The latest tournament with these settings and this version of enraya, if any."""
        query = "SELECT id FROM tournaments WHERE digest = ? ORDER BY id DESC LIMIT 1"
        for (number,) in self._database.query(query, settings.digest):
            return self.tournament(number)
        return None

    def create(self, settings: TournamentSettings, openings: Sequence[str]) -> Tournament:
        """Creates a tournament without games, and returns it."""
        number = self._database.write(
            "INSERT INTO tournaments (digest, created, settings, openings) VALUES (?, ?, ?, ?)",
            settings.digest,
            datetime.now(UTC).isoformat(timespec="seconds"),
            settings.to_json(),
            json.dumps(list(openings)),
        )
        return self.tournament(number)

    def tournament(self, number: int) -> Tournament:
        """The tournament with this number.

        Raises:
            InvalidSetting: when there is no such tournament.
        """
        for tournament in self._tournaments("WHERE id = ?", number):
            return tournament
        raise InvalidSetting(f"the store {str(self.path)!r} has no tournament {number}")

    def tournaments(self) -> list[Tournament]:
        """All tournaments, the oldest first."""
        return list(self._tournaments("ORDER BY id"))

    def _tournaments(self, which: str, *values: object) -> Iterator[Tournament]:
        columns = "id, created, settings, openings, finished, digest"
        query = f"SELECT {columns} FROM tournaments {which}"  # noqa: S608  # no input
        for number, created, settings, openings, finished, digest in self._database.query(
            query, *values
        ):
            with self._sound(f"tournament {number}"):
                read = TournamentSettings.from_json(settings)
                first_moves = _read_openings(openings)
            yield Tournament(number, str(created), read, first_moves, bool(finished), digest)

    def query(self, text: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that an SQL query returns; the caller must check their content."""
        return self._database.query(text, *values)

    @contextmanager
    def _sound(self, what: str) -> Iterator[None]:
        """Turns errors of the block, which reads stored content, into one that says it is damaged.

        Raises:
            InvalidSetting: when the content is damaged.
        """
        try:
            yield
        except EnrayaError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._damaged(what) from None

    def add_games(self, tournament: int, rows: Sequence[GameRow]) -> None:
        """Stores played games of a tournament: all of them or, if that fails, none."""
        kept = [row._replace(reason=encode_text(row.reason)) if row.reason else row for row in rows]
        places = ", ".join("?" * len(GameRow._fields))
        add = f"INSERT INTO games (tournament, {_COLUMNS}) VALUES (?, {places})"  # noqa: S608  # no input
        self._database.write_many(add, [(tournament, *row) for row in kept])

    def finish(self, tournament: int) -> None:
        """Marks a tournament as finished."""
        self._database.write("UPDATE tournaments SET finished = 1 WHERE id = ?", tournament)

    def forget(self, tournament: int) -> None:
        """Deletes a tournament with its games, if there is one."""
        with self._database.transaction():
            judged = f"DELETE FROM judged WHERE game IN (SELECT id {_GAMES})"  # noqa: S608  # no input
            self._database.execute(judged, tournament)
            self._database.execute(f"DELETE {_GAMES}", tournament)
            self._database.execute("DELETE FROM tournaments WHERE id = ?", tournament)

    def count(self, tournament: int) -> int:
        """The number of games of a tournament in the store."""
        return self._database.number(f"SELECT count(*) {_GAMES}", tournament)

    def winners(self, tournament: int) -> dict[Pairing, int]:
        """The winner of every stored game of a tournament, for its schedule."""
        query = f"SELECT winner, first, second, opening {_GAMES}"
        return {
            self._pairing(winner, places): winner
            for winner, *places in self._database.query(query, tournament)
        }

    def results(self, tournament: Tournament) -> list[GameResult]:
        """The results of all games of a tournament, for statistics, opening by opening."""
        names, agents = tournament.names, len(tournament.names)
        query = f"SELECT plies, winner, first, second, opening {_GAMES} {_ORDER}"
        found = []
        for plies, winner, *places in self._database.query(query, tournament.id):
            first, second, opening = self._pairing(winner, places, agents)
            if type(plies) is not int:
                raise self._damaged("a game")
            found.append(GameResult(names[first], names[second], winner, opening, plies))
        return found

    def _pairing(self, winner: object, places: list[Any], agents: int = 1 << 63) -> Pairing:
        """The place of a game in the schedule.

        Raises:
            InvalidSetting: when the place or the winner is impossible.
        """
        are_numbers = all(type(place) is int and place >= 0 for place in places)
        if not are_numbers or winner not in (None, 0, 1, 2) or max(places[:2]) >= agents:
            raise self._damaged("a game")
        return Pairing(*places)

    def _damaged(self, what: str) -> InvalidSetting:
        return InvalidSetting(f"{what} of the store {str(self.path)!r} is damaged")

    def costs(self, tournament: int) -> dict[int, Cost]:
        """The mean cost of each agent's moves, by the agent's place in the tournament's list."""
        query = f"""
            SELECT agent, sum(seconds) / sum(iif(seconds IS NULL, 0, moves)),
                1.0 * sum(nodes) / sum(iif(nodes IS NULL, 0, moves))
            FROM (
                SELECT first AS agent, first_moves AS moves, first_seconds AS seconds,
                    first_nodes AS nodes {_GAMES}
                UNION ALL
                SELECT second, second_moves, second_seconds, second_nodes {_GAMES}
            ) GROUP BY agent
        """  # noqa: S608  # no input
        return {
            agent: Cost(seconds, nodes)
            for agent, seconds, nodes in self._database.query(query, tournament, tournament)
        }

    def faults(self, tournament: int) -> dict[int, dict[str, Faults]]:
        """The faults by which agents lost, by the agent's place and the termination."""
        query = f"""
            SELECT CASE winner WHEN 1 THEN second ELSE first END AS agent, termination, count(*),
                reason, min(id)
            {_GAMES} AND reason != '' GROUP BY agent, termination
        """
        found: dict[int, dict[str, Faults]] = {}
        for agent, termination, count, reason, _ in self._database.query(query, tournament):
            kind = printable(str(termination))
            said = printable(decode_text(str(reason)))
            found.setdefault(agent, {})[kind] = Faults(count, said)
        return found

    def add_judged(self, judged: Judged) -> None:
        """Stores the solver's judgement of a game."""
        self._database.write("INSERT INTO judged VALUES (?, ?, ?, ?, ?, ?, ?)", *judged)

    def judged(self, tournament: int) -> set[int]:
        """The numbers of the games that have been judged."""
        query = f"SELECT game {_JUDGED}"
        return {number for (number,) in self._database.query(query, tournament)}

    def mistakes(self, tournament: int) -> dict[int, Mistakes]:
        """The agents' mistakes in the games that have been judged, by the agent's place."""
        query = f"""
            SELECT agent, sum(moves), sum(losing), sum(imperfect)
            FROM (
                SELECT first AS agent, judged.first_moves AS moves, first_losing AS losing,
                    first_imperfect AS imperfect {_JUDGED}
                UNION ALL
                SELECT second, judged.second_moves, second_losing, second_imperfect {_JUDGED}
            ) GROUP BY agent
        """  # noqa: S608  # no input
        return {
            agent: Mistakes(*counts)
            for agent, *counts in self._database.query(query, tournament, tournament)
        }

    def rows(self, tournament: int) -> Iterator[tuple[int, GameRow]]:
        """The number and row of every game of a tournament, opening by opening."""
        agents = len(self.tournament(tournament).names)
        for number, *values in self._database.query(
            f"SELECT id, {_COLUMNS} {_GAMES} {_ORDER}", tournament
        ):
            with self._sound(f"game {number}"):
                row = read_row(values, agents)
            yield number, row

    def records(self, tournament: Tournament) -> Iterator[tuple[int, GameRecord]]:
        """The number and record of every game of a tournament, opening by opening."""
        for number, row in self.rows(tournament.id):
            with self._sound(f"game {number}"):
                record = record_of(tournament, row)
            yield number, record

    def game(self, number: int) -> tuple[Tournament, GameRecord]:
        """The tournament of the game with this number, and the record of the game.

        Raises:
            InvalidSetting: when there is no such game.
        """
        query = f"SELECT tournament, {_COLUMNS} FROM games WHERE id = ?"  # noqa: S608  # no input
        for owner, *values in self._database.query(query, number):
            tournament = self.tournament(owner)
            with self._sound(f"game {number}"):
                return tournament, record_of(tournament, read_row(values, len(tournament.names)))
        raise InvalidSetting(f"the store {str(self.path)!r} has no game {number}")

    @contextmanager
    def claim(self, tournament: int) -> Iterator[None]:
        """Ensures that no other process plays this tournament while the block runs.

        Raises:
            InvalidSetting: when another process is already playing it.
        """
        path = self.path.with_name(f"{self.path.name}-run{tournament}")
        with ExitStack() as stack:
            try:
                stack.enter_context(held(path))
            except Locked:
                raise InvalidSetting(f"tournament {tournament} is already being played") from None
            except OSError as error:
                raise InvalidSetting(f"cannot write {str(path)!r}: {error.strerror}") from None
            yield

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _read_openings(text: str) -> tuple[str, ...]:
    """The openings in the JSON of a tournament; raises `ValueError` when there are none."""
    openings = json.loads(text)
    if not isinstance(openings, list) or not openings or any(type(o) is not str for o in openings):
        raise ValueError("no openings")
    return tuple(openings)


def record_of(tournament: Tournament, row: GameRow) -> GameRecord:
    """The complete record of a row of this tournament."""
    settings = tournament.settings
    agents = settings.agents[row.first].spec, settings.agents[row.second].spec
    return decode_row(row, settings.rules, agents, tournament.opening(row.opening))
