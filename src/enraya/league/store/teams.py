"""The teams of a league."""

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
    """The teams that take part, or did."""

    def __init__(self, database: Database, log: Log) -> None:
        self._database, self._log = database, log

    def all(self) -> list[Team]:
        """Every team, in the order in which they joined."""
        return list(self._read("ORDER BY id"))

    def get(self, number: int) -> Team:
        """The team with this number.

        Raises:
            InvalidSetting: when there is none.
        """
        for team in self._read("WHERE id = ?", number):
            return team
        raise InvalidSetting(f"there is no team {number}")

    def find(self, text: str) -> Team:
        """The team that a text means: its number, its name or its alias.

        Raises:
            InvalidSetting: when there is none.
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
        """A new team; inside a transaction.

        Raises:
            InvalidSetting: for a name that is invalid or taken, or when there are too many teams.
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
        """Takes a team out or in again; inside a transaction."""
        self._database.execute("UPDATE teams SET state = ? WHERE id = ?", state, team)


def check_name(what: str, text: str) -> str:
    """A name as it is kept: composed, without needless spaces.

    Raises:
        InvalidSetting: when it is empty, too long, or holds what cannot be shown.

    >>> check_name("name", "  Los  Ñandúes ")
    'Los Ñandúes'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable():
        raise InvalidSetting(f"the {what} must have 1 to {MOST_NAME} printable characters")
    return name
