"""Who follows a game by link, and what they have not been told yet.

A game has one newest state and one answer to who is there, not a queue for each page: a state says
everything, so a slow reader skips states and the server keeps nothing for them.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

from enraya.web.laboratory.links.link_state import PresenceState
from enraya.web.server.problems import TooBusy

GRACE_SECONDS = 4.0
"""How long someone whose connection ended still counts as present; most come back at once."""
MAX_WATCHERS = 100
"""Connections without a seat that follow one game."""
MAX_TABS = 20
"""Connections of one seat."""
NOBODY = PresenceState(here=[False, False], watchers=0)


class Message(NamedTuple):
    """The state of a game as text for listeners."""

    version: int
    text: str


class _Table:
    """One game: who follows it, and what there is to tell them."""

    def __init__(self) -> None:
        self.pages: Counter[int | None] = Counter()
        """Open pages by seat; those of None only watch."""
        self.leaving: dict[int, asyncio.TimerHandle] = {}
        """Seats whose last connection has ended, until the grace is over."""
        self.state = Message(-1, "")
        self.presence = NOBODY
        self.changed = asyncio.Event()

    def wake(self) -> None:
        """Lets everyone look for news."""
        waking, self.changed = self.changed, asyncio.Event()
        waking.set()

    def publish(self, message: Message) -> None:
        """Tells everyone a state that is new; a page that comes later gets its latest times."""
        if message.version > self.state.version:
            self.wake()
        if message.version >= self.state.version:
            self.state = message

    def look(self) -> None:
        """Looks who is there, the grace included, and tells everyone if that has changed."""
        here = [self.pages[seat] > 0 or seat in self.leaving for seat in (0, 1)]
        found = PresenceState(here=here, watchers=self.pages[None])
        if found != self.presence:
            self.presence = found
            self.wake()


@dataclass(slots=True)
class Listener:
    """One open page, and what it knows."""

    table: _Table
    version: int
    """The newest version that it knows."""
    presence: PresenceState | None = None

    async def news(self, seconds: float) -> tuple[Message | None, PresenceState | None]:
        """The state and who is there, each if it is new; waits for news at most this long."""
        if any(found := self._unknown()):
            return found
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.table.changed.wait()
        return self._unknown()

    def _unknown(self) -> tuple[Message | None, PresenceState | None]:
        state, presence = self.table.state, self.table.presence
        told = (
            state if state.version > self.version else None,
            presence if presence != self.presence else None,
        )
        self.version, self.presence = max(self.version, state.version), presence
        return told


class Hub:
    """The tables of all games that are followed; used in the event loop only."""

    def __init__(self, grace: float = GRACE_SECONDS) -> None:
        self._grace = grace
        self._tables: dict[str, _Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def check_room(self, link: str, seat: int | None) -> None:
        """Refuses one more follower of a game; the players' places are counted apart.

        Raises:
            TooBusy: when too many do already.
        """
        alike = self._tables[link].pages[seat] if link in self._tables else 0
        if alike >= (MAX_WATCHERS if seat is None else MAX_TABS):
            raise TooBusy("too many people are watching this game")

    @contextmanager
    def listening(self, link: str, seat: int | None, version: int) -> Iterator[Listener]:
        """A listener to a game, who is there until the end of the block.

        Raises:
            TooBusy: when too many are.
        """
        self.check_room(link, seat)
        table = self._tables.setdefault(link, _Table())
        table.pages[seat] += 1
        if seat in table.leaving:
            table.leaving.pop(seat).cancel()
        table.look()
        try:
            yield Listener(table, version)
        finally:
            table.pages[seat] -= 1
            if seat is not None and not table.pages[seat]:
                wait = asyncio.get_running_loop().call_later
                table.leaving[seat] = wait(self._grace, self._forget, link, table, seat)
            self._tidy(link, table)

    def _forget(self, link: str, table: _Table, seat: int) -> None:
        del table.leaving[seat]
        self._tidy(link, table)

    def _tidy(self, link: str, table: _Table) -> None:
        table.look()
        if not table.pages.total() and not table.leaving:
            self._tables.pop(link)

    def presence(self, link: str) -> PresenceState:
        """Who is at a game."""
        return self._tables[link].presence if link in self._tables else NOBODY

    def wake(self) -> None:
        """Lets everyone look whether it is time to go."""
        for table in self._tables.values():
            table.wake()

    def publish(self, link: str, message: Message) -> None:
        """Tells everyone who follows a game how it stands."""
        if link in self._tables:
            self._tables[link].publish(message)
