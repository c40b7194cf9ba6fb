"""A state that many follow."""

import asyncio
from threading import Event

from enraya.web.server.broadcast import STREAM_SECONDS, Broadcast


def test_everybody_who_waits_is_told_of_a_change_at_once() -> None:
    async def follow() -> list[str]:
        broadcast = Broadcast()
        assert await broadcast.wait("", 60) == "{}"
        waiting = [asyncio.ensure_future(broadcast.wait("{}", 60)) for _ in range(3)]
        await asyncio.sleep(0)
        broadcast.send({})
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting), "nothing has changed"
        broadcast.send({"games": 1})
        return await asyncio.gather(*waiting)

    assert asyncio.run(follow()) == ['{"games": 1}'] * 3


def test_who_waits_in_vain_is_told_the_same_again() -> None:
    assert asyncio.run(Broadcast().wait("{}", 0.0)) == "{}"


def test_a_stream_has_what_is_new_and_ends_when_it_is_old_or_the_server_closes() -> None:
    now, closing = [1000.0], Event()
    broadcast = Broadcast(clock=lambda: now[0], beat_seconds=0.0)

    async def follow() -> None:
        first, second = broadcast.events(closing), broadcast.events(closing)
        assert await anext(first) == await anext(second) == "data: {}\n\n"
        assert await anext(second) == ": still here\n\n"
        broadcast.send({"games": 1})
        assert await anext(second) == 'data: {"games": 1}\n\n'
        assert broadcast.followers == 2
        now[0] += STREAM_SECONDS
        assert await anext(first, None) is None
        now[0] -= STREAM_SECONDS
        closing.set()
        assert await anext(second, None) is None
        assert broadcast.followers == 0

    asyncio.run(follow())
