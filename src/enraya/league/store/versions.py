"""The submissions of a league, and their states.

Every change of a version's state names the state it expects. So a worker's result for a version
that was replaced meanwhile changes nothing.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from enraya.arena.store.database import Database
from enraya.errors import InvalidSetting
from enraya.league.model.records import WAITING, Version, VersionState
from enraya.texts import Sentence

DAY_SECONDS = 24 * 3600.0
_COLUMNS = "id, team, number, file, digest, bytes, received, state, reason, sentence, is_late, spec"
_QUEUED = ", ".join(f"'{state}'" for state in WAITING)


class Receipt(NamedTuple):
    """What is known about a submission when it arrives."""

    request: str
    """A word that the sender chose: a submission sent again with it is the same version."""
    file: str
    digest: str
    bytes: int
    received: float


class Versions:
    """All submissions of a league; none is ever deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, team: int | None = None) -> list[Version]:
        """Every version, the oldest first; only those of a team, if one is given."""
        if team is None:
            return list(self._read("ORDER BY id"))
        return list(self._read("WHERE team = ? ORDER BY id", team))

    def numbers(self) -> dict[int | None, int]:
        """The number of every version within its team, by its id."""
        return dict(self._database.query("SELECT id, number FROM versions"))

    def get(self, number: int) -> Version:
        """The version with this id.

        Raises:
            InvalidSetting: when there is no such version.
        """
        for version in self._read("WHERE id = ?", number):
            return version
        raise InvalidSetting(f"there is no version with the id {number}")

    def numbered(self, team: int, number: int) -> Version:
        """The version of a team with this number.

        Raises:
            InvalidSetting: when there is no such version.
        """
        for version in self._read("WHERE team = ? AND number = ?", team, number):
            return version
        raise InvalidSetting(f"the team has no version {number}")

    def queue(self) -> list[Version]:
        """The versions in the queue, in the order in which they are served.

        The fewer versions its team had sent in the hour before it, the earlier a version is served,
        so that a team that sends one after another does not keep the rest waiting.
        """
        earlier = (
            "(SELECT count(*) FROM versions AS earlier WHERE earlier.team = versions.team "
            "AND earlier.id < versions.id AND earlier.received > versions.received - 3600)"
        )
        return list(self._read(f"WHERE state IN ({_QUEUED}) ORDER BY {earlier}, id"))

    def known(self, team: int, request: str) -> Version | None:
        """The version that a team sent with this request word, or None."""
        return next(self._read("WHERE team = ? AND request = ?", team, request), None)

    def sent_since(self, team: int, time: float) -> int:
        """How many versions a team has sent since this time, in seconds since 1970."""
        query = "SELECT count(*) FROM versions WHERE team = ? AND received > ?"
        return self._database.number(query, team, time)

    def _read(self, which: str, *values: object) -> Iterator[Version]:
        query = f"SELECT {_COLUMNS} FROM versions {which}"  # noqa: S608  # no input
        for row in list(self._database.query(query, *values)):
            found: dict[str, Any] = dict(zip(_COLUMNS.split(", "), row, strict=True))
            found["state"] = VersionState(found["state"])
            yield Version(**found | {"is_late": bool(found["is_late"])})

    def add(
        self, team: int, receipt: Receipt, state: VersionState, *, is_late: bool, reason: str = ""
    ) -> Version:
        """Stores a submission as a new version; call it inside a transaction.

        If its state is `RECEIVED`, it replaces a version of the team that is in the queue.
        """
        if state is VersionState.RECEIVED:
            newer = _in_languages(Sentence("league.why_replaced"))
            self._database.execute(
                f"UPDATE versions SET state = ?, reason = ?, sentence = ? WHERE team = ? "  # noqa: S608  # no input
                f"AND state IN ({_QUEUED})",
                VersionState.REPLACED, *newer, team,
            )  # fmt: skip
        count = "SELECT coalesce(max(number), 0) + 1 FROM versions WHERE team = ?"
        number = self._database.number(count, team)
        self._database.execute(
            "INSERT INTO versions (team, number, request, file, digest, bytes, received, state, "
            "is_late, reason, sentence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            team, number, *receipt, state, is_late, *_in_languages(reason),
        )  # fmt: skip
        found = self.known(team, receipt.request)
        assert found is not None
        return found

    def move(
        self,
        version: int,
        before: Iterable[VersionState],
        after: VersionState,
        *,
        reason: str = "",
        spec: str | None = None,
    ) -> bool:
        """Changes the state of a version if it is one of ``before``; call it inside a transaction.

        Returns:
            Whether the state was changed.
        """
        known = tuple(before)
        places = ", ".join("?" * len(known))
        changed = self._database.execute(
            f"UPDATE versions SET state = ?, reason = ?, sentence = ?, spec = coalesce(?, spec) "  # noqa: S608  # no input
            f"WHERE id = ? AND state IN ({places})",
            after, *_in_languages(reason), spec, version, *known,
        )  # fmt: skip
        return changed == 1

    def trials(self, version: int) -> dict[int, str]:
        """The trial games that a version has played, as JSON by their numbers."""
        query = "SELECT number, game FROM trials WHERE version = ? ORDER BY number"
        return dict(self._database.query(query, version))

    def add_trial(self, version: int, number: int, game: str) -> None:
        """Stores a trial game, unless it is stored already; call it inside a transaction."""
        self._database.execute(
            "INSERT OR IGNORE INTO trials (version, number, game) VALUES (?, ?, ?)",
            version, number, game,
        )  # fmt: skip

    def forget_trials(self, version: int) -> None:
        """Deletes a version's trial games, to have them played again; call it in a transaction."""
        self._database.execute("DELETE FROM trials WHERE version = ?", version)


def _in_languages(reason: str) -> tuple[str, str]:
    """A reason in English, and the JSON of its `Sentence`; empty if it is plain text."""
    return str(reason), json.dumps(reason.to_object()) if isinstance(reason, Sentence) else ""
