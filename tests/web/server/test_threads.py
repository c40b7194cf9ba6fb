"""The thread of the database: one thing at a time, beside the event loop."""

import asyncio
import threading

import pytest

from enraya.web.server.problems import TooBusy
from enraya.web.server.threads import MAX_WAITING, StoringThread


def test_everything_runs_in_one_other_thread() -> None:
    storing = StoringThread()

    async def ask() -> list[int]:
        return await asyncio.gather(*(storing.run(threading.get_ident) for _ in range(20)))

    found = set(asyncio.run(ask()))
    assert len(found) == 1
    assert threading.get_ident() not in found
    storing.close()


def test_the_event_loop_runs_while_the_thread_waits() -> None:
    storing, release = StoringThread(), threading.Event()

    async def ask() -> None:
        waiting = [asyncio.ensure_future(storing.run(release.wait, 60)) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await storing.run(release.wait, 60)
        release.set()
        assert all(await asyncio.gather(*waiting))

    asyncio.run(ask())
    storing.close()
