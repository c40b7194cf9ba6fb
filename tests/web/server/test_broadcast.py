"""A state with many subscribers."""

import asyncio
from threading import Event

import pytest

from enraya.web.server.broadcast import STREAM_SECONDS, Broadcast

pytestmark = pytest.mark.anyio


async def test_all_subscribers_are_told_of_a_change_at_once() -> None:
    broadcast = Broadcast(beat_seconds=60.0)
    streams = [broadcast.events(Event()) for _ in range(3)]
    assert [await anext(stream) for stream in streams] == ["data: {}\n\n"] * 3
    waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
    await asyncio.sleep(0)
    broadcast.send({})
    await asyncio.sleep(0)
    assert not any(one.done() for one in waiting), "nothing has changed"
    broadcast.send({"games": 1})
    assert await asyncio.gather(*waiting) == ['data: {"games": 1}\n\n'] * 3


async def test_a_stream_sends_changes_until_it_is_too_old_or_the_server_closes() -> None:
    now, closing = [1000.0], Event()
    broadcast = Broadcast(clock=lambda: now[0], beat_seconds=0.0)

    first, second = broadcast.events(closing), broadcast.events(closing)
    assert await anext(first) == await anext(second) == "data: {}\n\n"
    assert await anext(second) == ": still here\n\n"
    broadcast.send({"games": 1})
    assert await anext(second) == 'data: {"games": 1}\n\n'
    broadcast.send({"games": 2})  # while the one before is being sent
    assert await anext(second) == 'data: {"games": 2}\n\n'
    assert broadcast.followers == 2
    now[0] += STREAM_SECONDS
    assert await anext(first, None) is None
    now[0] -= STREAM_SECONDS
    closing.set()
    assert await anext(second, None) is None
    assert broadcast.followers == 0
