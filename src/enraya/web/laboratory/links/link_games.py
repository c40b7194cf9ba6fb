"""The games by link of a laboratory: stored, changed, followed, and ended on time."""

import asyncio
import hashlib
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from time import monotonic, time
from typing import Any

from enraya.game.position import Position
from enraya.web.laboratory.links.game import GameClock, LinkGame, Seat
from enraya.web.laboratory.links.hub import Hub, Message
from enraya.web.laboratory.links.link_state import LinkState
from enraya.web.laboratory.links.store import Changed, LinkStore
from enraya.web.server.problems import Refusal, TooBusy
from enraya.web.server.visitor import Visitor

_ID_BYTES = 12
_SECRET_BYTES = 18
_LATE_SECONDS = 0.01
"""How long after its deadline a clock is checked, so that it has certainly run out."""
RETRY_SECONDS = 1.0
"""How long after a failure a clock is checked again."""


def lock_of(secret: str) -> str:
    """The hash of a secret: all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class LinkGames:
    """All games by link; used in the event loop only.

    Args:
        store: the stored games.
        clock: gives the time in seconds.
        retry_seconds: how long after a failure a clock is checked again.
    """

    def __init__(
        self,
        store: LinkStore,
        clock: Callable[[], float] = monotonic,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self._clock = clock
        self._retry_seconds = retry_seconds
        self.store = store
        self.hub = Hub()
        self._flags: dict[str, asyncio.Task[None]] = {}
        self._begun = time() - clock()

    async def start(self, stored: Callable[..., Awaitable[Any]]) -> None:
        """Restarts the clocks that ran when the laboratory closed.

        ``stored`` runs a function in the thread of the database.
        """
        self._stored = stored
        for game in await stored(self.store.resume, self.now()):
            self._set_flag(game)

    def close(self) -> None:
        """Stops watching clocks."""
        for flag in self._flags.values():
            flag.cancel()
        self._flags.clear()

    def now(self) -> float:
        """Seconds since 1970 by a clock that does not jump while the laboratory runs."""
        return self._begun + self._clock()

    async def add(
        self, position: Position, first: int, clock: GameClock | None, name: str, maker: Visitor
    ) -> tuple[LinkGame, str, str]:
        """Adds a game; returns it, the secret of its maker's seat, and the friend's invitation."""
        own, invitation = (secrets.token_urlsafe(_SECRET_BYTES) for _ in range(2))
        game = LinkGame(
            id=secrets.token_urlsafe(_ID_BYTES),
            version=1,
            position=position,
            seats=(Seat(lock_of(own), name), Seat()),
            invitation=lock_of(invitation),
            first=first,
            clock=clock,
        )
        return await self._stored(self.store.add, game, self.now(), maker), own, invitation

    async def get(self, link: str) -> LinkGame:
        """The game with this id.

        Raises:
            Refusal: when there is none.
        """
        game: LinkGame = await self._stored(self.store.get, link)
        return game

    async def change(
        self, link: str, act: Callable[[LinkGame], LinkGame], now: float | None = None
    ) -> tuple[Message, Refusal | None]:
        """Changes a game and tells all followers; returns its state, and the refusal if any."""
        moment = self.now() if now is None else now
        changed: Changed = await self._stored(self.store.change, link, moment, act)
        message = self.message_of(changed.game)
        self.hub.publish(link, message)
        self._set_flag(changed.game)
        return message, changed.refusal

    def state_of(self, game: LinkGame) -> LinkState:
        """The state of a game for clients, with its clock times now."""
        return LinkState.of(game, self.now())

    def message_of(self, game: LinkGame) -> Message:
        """The state of a game as a message for followers."""
        return Message(game.version, self.state_of(game).model_dump_json())

    def _set_flag(self, game: LinkGame) -> None:
        """Schedules a check of a game for when its mover would run out of time."""
        flag = self._flags.pop(game.id, None)
        if flag is not None and flag is not asyncio.current_task():
            flag.cancel()
        when = game.clock.flag_time(game.position.mover) if game.clock else None
        if when is not None:
            falling = self._end_on_time(game.id, when - self.now() + _LATE_SECONDS)
            self._flags[game.id] = asyncio.get_running_loop().create_task(falling)

    async def _end_on_time(self, link: str, seconds: float) -> None:
        """After ``seconds``, ends a game whose mover has run out of time; retries on failures."""
        await asyncio.sleep(seconds)
        while True:
            try:
                await self.change(link, lambda game: game)
            except (TooBusy, sqlite3.Error):
                await asyncio.sleep(self._retry_seconds)
                continue
            except Refusal:  # the game has expired
                del self._flags[link]
            return
