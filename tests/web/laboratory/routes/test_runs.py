"""The event stream of a run."""

import json
from itertools import islice, pairwise
from typing import Any

import httpx
import pytest

from tests.web.running import begin, wait_for

MOST_LINES = 500


@pytest.fixture
def run(client: httpx.Client) -> str:
    """The path of an evolution that has just begun."""
    return begin(client, "/api/evolutions", population=8, generations=3)


def test_a_run_is_streamed_on_every_change_and_completely_at_its_end(
    client: httpx.Client, run: str
) -> None:
    told: list[dict[str, Any]] = []
    with client.stream("GET", f"{run}/events") as answer:
        for line in islice(answer.iter_lines(), MOST_LINES):
            if line.startswith("data: "):
                told.append(json.loads(line.removeprefix("data: ")))
            elif told[-1]["state"] == "finished" and line == ": nothing new":
                break
    assert told[-1] == client.get(run).json()
    assert len(told[-1]["generations"]) == 3
    assert all(before != after for before, after in pairwise(told)), "only what has changed"


def test_a_stream_ends_with_its_run(client: httpx.Client, run: str) -> None:
    wait_for(client, run, "finished")
    with client.stream("GET", f"{run}/events") as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("data: ")
        assert client.delete(run).status_code == 204
        assert len(list(islice(lines, MOST_LINES))) < MOST_LINES
