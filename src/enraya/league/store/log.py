"""The log of a league: what was done to it, by whom and why."""

import json
from collections.abc import Mapping
from time import time
from typing import Any

from enraya.arena.store.database import Database
from enraya.errors import InvalidSetting
from enraya.league.model.records import LoggedAction
from enraya.printable import printable

OPERATOR = "operator"
MOST_REASON = 500


class Log:
    """The log of a league, which never holds secrets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        action: str,
        *,
        who: str = OPERATOR,
        team: int | None = None,
        details: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        """Adds an action to the log; call it inside the transaction that performs the action."""
        self._database.execute(
            "INSERT INTO log (time, who, action, team, details, reason) VALUES (?, ?, ?, ?, ?, ?)",
            time(), who, action, team, json.dumps(dict(details)) if details else "", reason,
        )  # fmt: skip

    def actions(self, team: int | None = None, last: int = 1_000) -> list[LoggedAction]:
        """The last actions, the newest first; only those that concern a team, if one is given."""
        which, values = ("WHERE team = ?", (team,)) if team is not None else ("", ())
        query = f"SELECT id, time, who, action, team, details, reason FROM log {which} "  # noqa: S608  # no input
        rows = self._database.query(f"{query}ORDER BY id DESC LIMIT ?", *values, last)
        return [LoggedAction(*row) for row in rows]


def check_reason(reason: str, *, least: int = 1) -> str:
    """The reason for an operator's action, on one line and safe to print.

    Actions that take something away or change what was announced need a reason (``least`` is 1).
    For actions that carry out what was planned it is optional (``least`` is 0).

    Raises:
        InvalidSetting: when the reason is shorter than ``least`` or too long.
    """
    stripped = printable(" ".join(reason.split()))
    if not least <= len(stripped) <= MOST_REASON:
        raise InvalidSetting(f"say why, in 1 to {MOST_REASON} characters: the log keeps the reason")
    return stripped
