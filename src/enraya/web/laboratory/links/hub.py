"""Who follows a game by link, and what they have not been told yet.

A listener has one place for the newest state and one for who is there, not a queue: a state says
everything, so a slow reader skips states and the server keeps nothing for them.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from enraya.web.laboratory.links.link_state import PresenceState
from enraya.web.server.problems import TooBusy

GRACE_SECONDS = 4.0
"""How long someone whose connection ended still counts as present; most come back at once."""
MAX_WATCHERS = 100
"""Connections without a seat that follow one game."""
MAX_TABS = 20
"""Connections of one seat."""


class Message(NamedTuple):
    """The state of a game as text for listeners."""

    version: int
    text: str


@dataclass(eq=False, slots=True)
class Listener:
    """One open page."""

    seat: int | None
    version: int
    """The newest version that it knows."""
    state: Message | None = None
    """What it has yet to be told, if anything."""
    presence: PresenceState | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def offer(self, message: Message) -> None:
        """Has a state told, unless it is not news."""
        if message.version > self.version:
            self.version, self.state = message.version, message
            self.woken.set()

    def show(self, presence: PresenceState) -> None:
        """Has it told who is there."""
        self.presence = presence
        self.woken.set()

    async def news(self, seconds: float) -> tuple[Message | None, PresenceState | None]:
        """What is new, waited for at most this long."""
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return None, None
        self.woken.clear()
        found = self.state, self.presence
        self.state = self.presence = None
        return found


NOBODY = PresenceState(here=[False, False], watchers=0)


@dataclass(slots=True)
class _Table:
    """The listeners of one game."""

    listeners: set[Listener] = field(default_factory=set)
    shown: PresenceState = NOBODY
    """What the listeners were last told."""
    leaving: dict[int, asyncio.TimerHandle] = field(default_factory=dict)
    """Seats whose last connection has ended, until the grace is over."""

    def presence(self) -> PresenceState:
        """Who is there now, the grace included."""
        seats = {listener.seat for listener in self.listeners} | set(self.leaving)
        watchers = sum(listener.seat is None for listener in self.listeners)
        return PresenceState(here=[0 in seats, 1 in seats], watchers=watchers)

    def show(self) -> None:
        """Tells everyone who is there, if that has changed."""
        found = self.presence()
        if found != self.shown:
            self.shown = found
            for listener in self.listeners:
                listener.show(found)


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
        listeners = self._tables[link].listeners if link in self._tables else ()
        alike = sum(listener.seat == seat for listener in listeners)
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
        listener = Listener(seat, version)
        table.listeners.add(listener)
        if seat in table.leaving:
            table.leaving.pop(seat).cancel()
        table.show()
        listener.show(table.shown)
        try:
            yield listener
        finally:
            table.listeners.discard(listener)
            if seat is not None and all(other.seat != seat for other in table.listeners):
                wait = asyncio.get_running_loop().call_later
                table.leaving[seat] = wait(self._grace, self._forget, link, table, seat)
            self._tidy(link, table)

    def _forget(self, link: str, table: _Table, seat: int) -> None:
        del table.leaving[seat]
        self._tidy(link, table)

    def _tidy(self, link: str, table: _Table) -> None:
        table.show()
        if not table.listeners and not table.leaving and self._tables.get(link) is table:
            del self._tables[link]

    def presence(self, link: str) -> PresenceState:
        """Who is at a game."""
        table = self._tables.get(link)
        return table.presence() if table else NOBODY

    def wake(self) -> None:
        """Lets everyone look whether it is time to go."""
        for table in self._tables.values():
            for listener in table.listeners:
                listener.woken.set()

    def publish(self, link: str, message: Message) -> None:
        """Tells everyone who follows a game how it stands."""
        table = self._tables.get(link)
        for listener in table.listeners if table else ():
            listener.offer(message)
