"""How often a laboratory looks for what is old."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from enraya.web import housekeeping
from enraya.web.housekeeping import EXPIRE_SECONDS, LOOK_SECONDS, keep_house
from enraya.web.laboratory import Laboratory


def test_agents_are_looked_at_each_time_and_the_rest_once_in_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, dismissed, expired = [0.0], list[float](), list[float]()
    agents = SimpleNamespace(dismiss_late=lambda: dismissed.append(clock[0]))
    laboratory = SimpleNamespace(waiting_agents=agents, quick_agents=agents)

    async def expire(_laboratory: object, _now: float) -> None:
        expired.append(clock[0])

    async def sleep(seconds: float) -> None:
        clock[0] += seconds
        if clock[0] > EXPIRE_SECONDS:
            raise asyncio.CancelledError

    monkeypatch.setattr(housekeeping, "monotonic", lambda: clock[0])
    monkeypatch.setattr(housekeeping, "expire", expire)
    monkeypatch.setattr(housekeeping, "sleep", sleep)

    async def keep() -> None:
        with pytest.raises(asyncio.CancelledError):
            await keep_house(cast(Laboratory, laboratory))

    asyncio.run(keep())
    assert expired == [0.0, EXPIRE_SECONDS]
    assert len(dismissed) == 2 * (EXPIRE_SECONDS / LOOK_SECONDS + 1)
