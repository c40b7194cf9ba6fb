"""A state that many clients follow: serialised once per change, sent as server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from threading import Event
from time import monotonic
from typing import Any

BEAT_SECONDS = 5.0
"""How long a stream is silent before it sends a heartbeat."""
STREAM_SECONDS = 60.0
"""How long a stream lasts; the page then opens the next one at once."""


class Broadcast:
    """The latest state of something, for all who follow it; used in the event loop only.

    Hundreds of followers may wait, so a change replaces and sets an event, which wakes them all at
    once; a condition would pass its lock from one to the next.

    Args:
        clock: gives the time in seconds.
        beat_seconds: how long a follower waits for news before it gets a heartbeat.
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
        """Sets the state, and wakes all followers if it has changed."""
        if state != self.state:
            self.state, self.text = state, json.dumps(state)
            waking, self._changed = self._changed, asyncio.Event()
            waking.set()

    async def events(self, closing: Event) -> AsyncIterator[str]:
        """Yields the state and its changes as events until the stream is old or the server closes.

        A follower that reads slowly skips states.
        """
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
