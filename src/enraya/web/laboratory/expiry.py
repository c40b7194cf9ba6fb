"""What the laboratory deletes: runs, what visitors left behind, and agents that waited too long."""

import sqlite3
from asyncio import sleep, to_thread
from contextlib import suppress
from time import monotonic, time

from enraya.errors import EnrayaError
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.runs.tournaments import KIND as TOURNAMENT
from enraya.web.server.problems import Refusal
from enraya.web.server.visitor import OPERATOR, Visitor

LOOK_SECONDS = 60.0
"""How often agents that waited too long are ended."""
EXPIRE_SECONDS = 3_600.0
"""How often old things are deleted."""


async def expire_regularly(laboratory: Laboratory) -> None:
    """Forgets what is old, again and again, until the laboratory closes."""
    next_time = monotonic()
    while True:
        if monotonic() >= next_time:
            next_time = monotonic() + EXPIRE_SECONDS
            with suppress(sqlite3.Error, EnrayaError, Refusal, OSError):  # another time, then
                await expire(laboratory, time())
        for agents in (laboratory.waiting_agents, laboratory.quick_agents):
            await to_thread(agents.dismiss_late)
        await sleep(LOOK_SECONDS)


async def expire(laboratory: Laboratory, now: float) -> None:
    """Deletes what visitors have not used for long; nothing of the operator, nothing that runs."""
    await laboratory.end_agents(await laboratory.stored(laboratory.games.expire, now))
    in_use = await laboratory.stored(laboratory.uploads_in_use)
    await laboratory.stored(laboratory.uploads.expire, now, in_use)
    for kind in laboratory.forget:
        for run in await laboratory.stored(laboratory.runs.expired, kind, now):
            with suppress(Refusal):  # it has just been resumed
                await forget_run(laboratory, kind, run.id, OPERATOR)
    await laboratory.stored(laboratory.links.store.expire, now)
    await laboratory.stored(laboratory.sessions.expire, now)


async def forget_run(laboratory: Laboratory, kind: str, number: int, visitor: Visitor) -> None:
    """Deletes a run with what it has found, except games that another run shows as well.

    Raises:
        Refusal: when it is waiting or running, there is none, or it is somebody else's.
    """
    async with laboratory.entering:  # nobody may begin the same tournament meanwhile
        run = await laboratory.stored(laboratory.runs.remove, kind, number, visitor)
        if kind == TOURNAMENT and await laboratory.stored(
            laboratory.runs.needs_tournament, run.tournament
        ):
            return
        await to_thread(laboratory.forget[kind], run)
