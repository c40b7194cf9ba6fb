"""The thread of the database, which does one thing at a time beside the event loop."""

import asyncio
import threading

import pytest

from enraya.web.server.problems import TooBusy
from enraya.web.server.threads import MAX_WAITING, StoringThread

pytestmark = pytest.mark.anyio


async def test_the_event_loop_runs_while_the_database_thread_waits() -> None:
    storing, release = StoringThread(), threading.Event()
    threads = set[int]()

    def wait() -> bool:
        threads.add(threading.get_ident())
        return release.wait(60)

    waiting = [asyncio.ensure_future(storing.run(wait)) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await storing.run(wait)
    release.set()
    assert all(await asyncio.gather(*waiting))
    assert len(threads - {threading.get_ident()}) == len(threads) == 1
    storing.close()
