"""A state that many follow: made a text once, and sent to all as server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from threading import Event
from time import monotonic
from typing import Any

BEAT_SECONDS = 5.0
"""How often a stream says that it is alive, when there is nothing else to say."""
STREAM_SECONDS = 60.0
"""How long a stream lasts; a page opens the next one at once."""


class Broadcast:
    """The latest state of something, for all who follow it; for the event loop.

    Hundreds may wait, so a change wakes them without a lock to pass on.

    Args:
        clock: gives the seconds.
        beat_seconds: how long a follower waits before it is told that nothing is new.
    """

    def __init__(
        self, clock: Callable[[], float] = monotonic, beat_seconds: float = BEAT_SECONDS
    ) -> None:
        self._clock = clock
        self._beat_seconds = beat_seconds
        self._changed = asyncio.Event()
        self.state: dict[str, Any] = {}
        self.text = "{}"
        """The state as JSON."""
        self.followers = 0

    def send(self, state: dict[str, Any]) -> None:
        """Wakes all who wait, if something has changed."""
        if state != self.state:
            self.state, self.text = state, json.dumps(state)
            waking, self._changed = self._changed, asyncio.Event()
            waking.set()

    async def events(self, closing: Event) -> AsyncIterator[str]:
        """The state and every change of it, until the stream is old or the server closes."""
        until, known = self._clock() + STREAM_SECONDS, ""
        self.followers += 1
        try:
            while self._clock() < until and not closing.is_set():
                if self.text == known:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(self._beat_seconds):
                            await self._changed.wait()
                text = self.text
                yield f"data: {text}\n\n" if text != known else ": still here\n\n"
                known = text
        finally:
            self.followers -= 1
