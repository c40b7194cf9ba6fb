"""How those who follow a run hear of it."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi import Request

from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes import runs as runs_module
from enraya.web.laboratory.routes.runs import RunRoutes, RunState
from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.server.visitor import OPERATOR

RUN = Run(1, "evolution", {}, State.RUNNING, message="", created=0.0)


class Bench:
    """A laboratory with a run that has found more each time somebody looks."""

    def __init__(self, *, is_at_work: bool) -> None:
        self.run: Run | None = RUN
        self.is_here, self.is_at_work, self.looks, self.closing = True, is_at_work, 0, Event()
        runs = SimpleNamespace(
            get=lambda *_: RUN, find=lambda *_: self.run, is_at_work=lambda _: self.is_at_work
        )
        self.laboratory = cast(
            Laboratory,
            SimpleNamespace(
                stored=self._stored, runs=runs, closing=self.closing, streams=None,
                snapshots=SimpleNamespace(get=self._found),
            ),
        )  # fmt: skip

    async def _stored(self, function: Callable[..., Any], *arguments: object) -> Any:
        return function(*arguments)

    async def _found(self, _run: Run, find: Callable[[], RunState]) -> RunState:
        return find()

    def _state(self, _laboratory: Laboratory, run: Run, _with_all: bool) -> RunState:
        self.looks += 1
        return RunState.of(run).model_copy(update={"name": f"look {self.looks}"})

    def follow(self, *changes: Callable[[], None]) -> list[str]:
        """What is told: at first, then after each change, then to the end of the stream."""

        async def is_disconnected() -> bool:
            return not self.is_here

        async def listen() -> list[str]:
            routes = RunRoutes("evolution", RunState, self._state)
            request = cast(Request, SimpleNamespace(is_disconnected=is_disconnected))
            stream = await routes.events(request, self.laboratory, OPERATOR, 1)
            told = aiter(stream.body_iterator)
            found = [str(await anext(told))]
            for change in changes:
                change()
                found.append(str(await anext(told, "the end")))
            return found

        return asyncio.run(listen())


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs_module, "TICK_SECONDS", 0.0)


def nothing() -> None:
    """Waits for the next message."""


def test_a_run_is_looked_at_while_it_is_at_work_and_when_it_has_changed() -> None:
    assert looks(Bench(is_at_work=True).follow(nothing)) == ['"look 1"', '"look 2"']
    bench = Bench(is_at_work=False)

    def stop() -> None:
        bench.run = replace(RUN, state=State.STOPPED)

    assert looks(bench.follow(nothing, stop)) == ['"look 1"', "", '"look 2"']


def looks(told: list[str]) -> list[str]:
    """Which look each message tells of; empty for none."""
    return ["".join(re.findall(r'"look \d"', text)) for text in told]


@pytest.mark.parametrize("is_at_work", [True, False])
def test_the_last_look_is_at_what_the_run_has_left(is_at_work: bool) -> None:
    bench = Bench(is_at_work=is_at_work)

    def turn() -> None:
        bench.is_at_work = not is_at_work

    assert '"look 2"' in bench.follow(turn)[1]


@pytest.mark.parametrize("how", ["removed", "gone", "closing"])
def test_a_stream_ends_with_the_run_the_client_or_the_laboratory(how: str) -> None:
    bench = Bench(is_at_work=True)

    def end() -> None:
        bench.run = None if how == "removed" else RUN
        bench.is_here = how != "gone"
        if how == "closing":
            bench.closing.set()

    assert bench.follow(nothing, end)[-1] == "the end"
