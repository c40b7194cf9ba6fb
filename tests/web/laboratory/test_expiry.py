"""How often a laboratory looks for what is old."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enraya.web.laboratory import expiry
from enraya.web.laboratory.expiry import EXPIRE_SECONDS, LOOK_SECONDS, expire_regularly, forget_run
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.runs.evolutions import KIND as EVOLUTION
from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.laboratory.runs.tournaments import KIND as TOURNAMENT
from enraya.web.server.visitor import OPERATOR


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

    monkeypatch.setattr(expiry, "monotonic", lambda: clock[0])
    monkeypatch.setattr(expiry, "expire", expire)
    monkeypatch.setattr(expiry, "sleep", sleep)

    async def keep() -> None:
        with pytest.raises(asyncio.CancelledError):
            await expire_regularly(cast(Laboratory, laboratory))

    asyncio.run(keep())
    assert expired == [0.0, EXPIRE_SECONDS]
    assert len(dismissed) == 2 * (EXPIRE_SECONDS / LOOK_SECONDS + 1)


@pytest.mark.parametrize(
    ("kind", "is_needed", "is_forgotten"),
    [(TOURNAMENT, False, True), (TOURNAMENT, True, False), (EVOLUTION, True, True)],
)
def test_games_that_another_tournament_shows_stay_when_a_run_is_deleted(
    kind: str, is_needed: bool, is_forgotten: bool
) -> None:
    run, forgotten = Run(1, kind, {}, State.FINISHED, message="", created=0.0), list[Run]()

    async def stored(function: Callable[..., Any], *arguments: object) -> Any:
        return function(*arguments)

    async def forget() -> None:
        runs = SimpleNamespace(remove=lambda *_: run, needs_tournament=lambda _: is_needed)
        laboratory = SimpleNamespace(
            entering=asyncio.Lock(), stored=stored, runs=runs, forget={kind: forgotten.append}
        )
        await forget_run(cast(Laboratory, laboratory), kind, run.id, OPERATOR)

    asyncio.run(forget())
    assert forgotten == ([run] if is_forgotten else [])
