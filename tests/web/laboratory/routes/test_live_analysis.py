"""Live analyses as server-sent events."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from enraya.game.position import Position
from enraya.solver import Analysis, Solver, analyse
from enraya.stopping import Stop
from enraya.web.laboratory.routes import analysis as route
from enraya.web.server.problems import Cancelled
from enraya.web.server.solving.solver_service import SolverService
from tests.web.running import PATIENCE, client_of, laboratory_client, running_laboratory

EVENTS = "/api/analysis/events"
LARGE = {"rules": "classic(columns=8, rows=8)"}
SMALL = {"rules": "classic(columns=5, rows=4)"}
WITHOUT_END = 100.0
"""Seconds; a step that long ends early only when somebody ends it."""


def events(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """The events of a stream."""
    for line in answer.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


@pytest.mark.parametrize("wanted", [{"moves": "4453"}, {"moves": "44455554221"}, SMALL])
def test_the_stream_ends_when_the_position_is_solved(
    client: httpx.Client, wanted: dict[str, str]
) -> None:
    with client.stream("GET", EVENTS, params=wanted) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        told = list(events(answer))
    last = told[-1]
    assert last["exact"]
    assert last["depth"] is last["expected"] is None
    assert [event["exact"] for event in told[:-1]] == [False] * (len(told) - 1)
    assert last == client.get("/api/analysis", params=wanted).json()
    assert last["lower"] == last["upper"] == last["value"]["score"]


def test_estimates_of_a_large_board_improve_over_time(client: httpx.Client) -> None:
    with client.stream("GET", EVENTS, params=LARGE) as answer:
        told = events(answer)
        first = next(told)
        assert not first["exact"]
        assert first["depth"] >= 3
        assert len(first["expected"]) >= 1
        assert {column["estimate"]["value"] is None for column in first["columns"]} == {False}
        assert [column["score"] for column in first["columns"]] == [None] * 8
        closer = next(event for event in told if event["upper"] < first["upper"])
        assert closer["lower"] >= first["lower"]
        deeper = next(event for event in told if event["depth"] > first["depth"])
        assert deeper["upper"] <= closer["upper"]


def test_a_stream_ends_after_some_minutes_of_thinking(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LONGEST_ANALYSIS", 0.0)
    with client.stream("GET", EVENTS, params=LARGE) as answer:
        assert [event["exact"] for event in events(answer)] == [False]


def test_the_analysis_stops_when_the_client_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = Event(), Event()
    refine = SolverService.refine

    def watched(
        self: SolverService, found: Analysis, seconds: float, stop: Stop, *, proves: bool
    ) -> Analysis:
        begun.set()
        try:
            return refine(self, found, seconds, stop, proves=proves)
        except Cancelled:
            ended.set()
            raise

    monkeypatch.setattr(SolverService, "refine", watched)
    monkeypatch.setattr(route, "step_seconds", lambda step: WITHOUT_END if step else 0.1)
    with laboratory_client(tmp_path, workers=1) as client:
        with client.stream("GET", EVENTS, params=LARGE) as answer:
            told = events(answer)  # held: the connection ends with whoever reads it
            next(told)
            assert begun.wait(PATIENCE)
            assert not ended.is_set()
        assert ended.wait(PATIENCE), "a thread still searches for nobody"
        assert client.get("/solve", params={"pos": "44455554221"}).status_code == 200


def test_other_clients_are_answered_during_a_live_analysis(tmp_path: Path) -> None:
    moves = "4444443265"
    with (
        running_laboratory(tmp_path, workers=1) as address,
        client_of(address) as watcher,
        client_of(address) as other,
        watcher.stream("GET", EVENTS, params=LARGE) as answer,
    ):
        told = events(answer)
        next(told)
        found = other.get("/api/analysis", params={"moves": moves, "seconds": 30}).json()
        assert [column and column["score"] for column in found["columns"]] == list(
            analyse(Solver(), Position.parse(moves)).scores
        )
        assert not next(told)["exact"]
