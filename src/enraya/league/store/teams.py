"""The teams of a league in its database."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from time import time

from enraya.arena.store.database import Database
from enraya.errors import InvalidSetting
from enraya.league.model.records import Team, TeamState
from enraya.league.store.log import Log

MOST_NAME = 60
MOST_MEMBERS = 10
_COLUMNS = "id, name, alias, members, state, created"


class Teams:
    """The teams of a league, removed ones included."""

    def __init__(self, database: Database, log: Log) -> None:
        self._database, self._log = database, log

    def all(self) -> list[Team]:
        """Every team, in the order of joining."""
        return list(self._read("ORDER BY id"))

    def get(self, number: int) -> Team:
        """The team with this number.

        Raises:
            InvalidSetting: when there is no such team.
        """
        for team in self._read("WHERE id = ?", number):
            return team
        raise InvalidSetting(f"there is no team {number}")

    def find(self, text: str) -> Team:
        """The team whose number, name or alias is this text; capitals do not matter.

        Raises:
            InvalidSetting: when there is no such team.
        """
        wanted = text.strip()
        known = self.all()
        for team in known:
            if str(team.id) == wanted or wanted.casefold() in (
                team.name.casefold(),
                team.alias.casefold(),
            ):
                return team
        names = ", ".join(f"{team.id} {team.name!r}" for team in known if team.is_playing)
        raise InvalidSetting(f"there is no team {text!r}; there are: {names or 'none yet'}")

    def _read(self, which: str, *values: object) -> Iterator[Team]:
        query = f"SELECT {_COLUMNS} FROM teams {which}"  # noqa: S608  # no input
        for number, name, alias, members, state, created in self._database.query(query, *values):
            yield Team(number, name, alias, tuple(json.loads(members)), TeamState(state), created)

    def add(self, name: str, alias: str, members: Sequence[str], *, most: int, who: str) -> Team:
        """Adds a team and logs it; call it inside a transaction.

        Args:
            name: the name for the operator and the team itself.
            alias: the name for all others; the same as ``name`` if empty.
            members: the names of the members; empty ones are skipped.
            most: how many teams the league takes.
            who: who adds the team, for the log.

        Raises:
            InvalidSetting: when a name is invalid or taken, there are too many members, or the
                league is full.
        """
        name, alias = check_name("name", name), check_name("alias", alias or name)
        listed = tuple(check_name("name of a member", one) for one in members if one.strip())
        if len(listed) > MOST_MEMBERS:
            raise InvalidSetting(f"a team has at most {MOST_MEMBERS} members")
        known = self.all()
        if sum(team.is_playing for team in known) >= most:
            raise InvalidSetting(f"the league is full: it takes {most} teams")
        for what, value in (("name", name), ("alias", alias)):
            if any(getattr(team, what).casefold() == value.casefold() for team in known):
                raise InvalidSetting(f"the {what} {value!r} is taken; choose another")
        number = max((team.id for team in known), default=0) + 1
        now = time()
        self._database.execute(
            f"INSERT INTO teams ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608  # no input
            number, name, alias, json.dumps(listed), TeamState.PLAYING, now,
        )  # fmt: skip
        self._log.add("join", who=who, team=number)
        return Team(number, name, alias, listed, TeamState.PLAYING, now)

    def set_state(self, team: int, state: TeamState) -> None:
        """Changes the state of a team; call it inside a transaction."""
        self._database.execute("UPDATE teams SET state = ? WHERE id = ?", state, team)


def check_name(what: str, text: str) -> str:
    """A name as it is stored: in composed Unicode (NFC), without surplus spaces.

    Raises:
        InvalidSetting: when the name is empty, too long, or holds characters that cannot be shown.

    >>> check_name("name", "  Los  Ñandúes ")
    'Los Ñandúes'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable():
        raise InvalidSetting(f"the {what} must have 1 to {MOST_NAME} printable characters")
    return name
