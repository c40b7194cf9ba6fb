"""Who follows a game by link, and what is new for them.

A game keeps its newest state and who is present, not a queue for each page: a state is complete, so
a slow reader skips states and the server stores nothing for them.
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
"""How long a player counts as present after disconnecting; most come back at once."""
MAX_WATCHERS = 100
"""The most connections without a seat that may follow one game."""
MAX_TABS = 20
"""The most connections of one seat."""
NOBODY = PresenceState(here=[False, False], watchers=0)


class Message(NamedTuple):
    """The state of a game as JSON, with its version."""

    version: int
    text: str


class _Table:
    """One game: its followers, and its news."""

    def __init__(self) -> None:
        self.pages: Counter[int | None] = Counter()
        """The number of open pages of each seat; under None, of pages that only watch."""
        self.leaving: dict[int, asyncio.TimerHandle] = {}
        """Timers of seats without connections, which count as present until the timer ends."""
        self.state = Message(-1, "")
        self.presence = NOBODY
        self.changed = asyncio.Event()

    def wake(self) -> None:
        """Wakes all followers, to look for news."""
        waking, self.changed = self.changed, asyncio.Event()
        waking.set()

    def publish(self, message: Message) -> None:
        """Stores a state and wakes all followers if it is new.

        The same version is stored, too: pages that come later get the latest clock times.
        """
        if message.version > self.state.version:
            self.wake()
        if message.version >= self.state.version:
            self.state = message

    def look(self) -> None:
        """Updates who is present, within the grace period, and wakes all followers on a change."""
        here = [self.pages[seat] > 0 or seat in self.leaving for seat in (0, 1)]
        found = PresenceState(here=here, watchers=self.pages[None])
        if found != self.presence:
            self.presence = found
            self.wake()


@dataclass(slots=True)
class Listener:
    """An open page that follows a game, and what it has been told."""

    table: _Table
    version: int
    """The newest version that the page has been told."""
    presence: PresenceState | None = None

    async def news(self, seconds: float) -> tuple[Message | None, PresenceState | None]:
        """The state and who is present, each only if new; waits at most ``seconds`` for news."""
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
    """All games that are followed; used in the event loop only."""

    def __init__(self, grace: float = GRACE_SECONDS) -> None:
        self._grace = grace
        self._tables: dict[str, _Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def check_room(self, link: str, seat: int | None) -> None:
        """Refuses another follower of a game; watchers and pages of each seat are counted apart.

        Raises:
            TooBusy: when there are too many.
        """
        alike = self._tables[link].pages[seat] if link in self._tables else 0
        if alike >= (MAX_WATCHERS if seat is None else MAX_TABS):
            raise TooBusy("too many people are watching this game")

    @contextmanager
    def listening(self, link: str, seat: int | None, version: int) -> Iterator[Listener]:
        """A follower of a game, who counts as present until the end of the block.

        Raises:
            TooBusy: when too many follow the game.
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
        """Who is present at a game."""
        return self._tables[link].presence if link in self._tables else NOBODY

    def wake(self) -> None:
        """Wakes all followers, so that they see that the server is closing."""
        for table in self._tables.values():
            table.wake()

    def publish(self, link: str, message: Message) -> None:
        """Sends the state of a game to all who follow it."""
        if link in self._tables:
            self._tables[link].publish(message)
