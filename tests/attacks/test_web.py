"""Hostile visitors of a laboratory and their agents, and a locked or damaged store."""

import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from enraya.web.laboratory.stores.database import FILE_NAME
from enraya.web.laboratory.stores.uploads import UPLOAD_ALLOWANCE
from enraya.web.laboratory.thinking import allowed_agents
from tests.isolation.support import mark, processes_named
from tests.processes import wait_until
from tests.web.running import client_of, running_laboratory, wait_for

__all__ = ["mark"]  # the fixture applies to the module

SLEEP = "import os, time; os.closerange(0, 99); time.sleep(99)"
HANGING = {
    "while it is loaded": f"{SLEEP}\n",
    "while it thinks": f"def choose(position, limit):\n    {SLEEP}\n",
}
MOVES = "def choose(position, limit):\n    return 4\n"
EASY = "444444222222666666111111"
"""Solved at a look, however busy the machine is."""


@pytest.fixture
def laboratory(tmp_path: Path, mark: str) -> Iterator[str]:  # noqa: ARG001  # it marks processes
    """The address of a laboratory that allows uploads; nothing may appear in its log."""
    with running_laboratory(tmp_path, allow_uploads=True, workers=2) as address:
        yield address


@pytest.fixture
def visitor(laboratory: str) -> Iterator[httpx.Client]:
    """A well-behaved visitor."""
    with client_of(laboratory) as client:
        yield client


def uploaded(client: httpx.Client, source: str) -> str:
    """The name of an uploaded agent, whatever the result of its trial."""
    answer = client.post("/api/agents", json={"name": "mine", "source": source})
    assert answer.status_code == 200, answer.text
    name: str = answer.json()["agent"]
    return name


def begin(client: httpx.Client, **players: object) -> str:
    """The path of a new game."""
    return f"/api/games/{client.post('/api/games', json=players).json()['id']}"


def ask_and_stay(
    address: str, path: str, body: object = None, name: str = "hostile"
) -> socket.socket:
    """The connection of a client that has asked and does not read the answer."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    connection = socket.create_connection((host, port))
    content = b"" if body is None else json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: enraya-session={name}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    connection.sendall(head.encode() + content)
    return connection


def agents_alive(mark: str) -> list[int]:
    """The processes of agents, and of those that watch them."""
    return processes_named(mark, "enraya-agent", "enraya-watch")


@pytest.mark.parametrize("kind", HANGING)
def test_a_client_that_disconnects_ends_its_agent(laboratory: str, mark: str, kind: str) -> None:
    body = {"name": "mine", "source": HANGING[kind]}
    with ask_and_stay(laboratory, "/api/agents", body):
        wait_until(lambda: agents_alive(mark))
    wait_until(lambda: not agents_alive(mark))


def test_a_client_that_asked_twice_and_disconnects_ends_its_agent(
    laboratory: str, mark: str
) -> None:
    body = {"name": "mine", "source": HANGING["while it thinks"]}
    with ask_and_stay(laboratory, "/api/agents", body) as connection:
        connection.sendall(b"GET /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: agents_alive(mark))
    wait_until(lambda: not agents_alive(mark))


@pytest.mark.slow
def test_agents_that_hang_keep_no_other_visitor_waiting(
    laboratory: str, visitor: httpx.Client, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = replace(UPLOAD_ALLOWANCE, load_seconds=600.0)  # so that nothing but leaving ends them
    monkeypatch.setattr(allowed_agents, "UPLOAD_ALLOWANCE", patient)
    path = begin(visitor, first="level(7)", second="human", seconds=0.1)
    hostile = [
        ask_and_stay(laboratory, "/api/agents", {"name": "x", "source": code}, f"{kind}{number}")
        for kind, code in HANGING.items()
        for number in range(3)  # more than there are threads, each another visitor
    ]
    try:
        wait_until(lambda: agents_alive(mark))
        assert visitor.post(f"{path}/reply").status_code == 200
        assert visitor.get("/solve", params={"pos": EASY}).status_code == 200
        assert agents_alive(mark), "the others did not wait until they were gone"
    finally:
        for connection in hostile:
            connection.close()
    wait_until(lambda: not agents_alive(mark))
    assert uploaded(visitor, MOVES), "and the next upload has its turn"


@pytest.mark.parametrize(
    "words",
    [r"\ud800", r"\x1b[2J\x07\r\n", "<img src=x onerror=alert(1)>", r"\u202e", "x" * 9_000],
    ids=["surrogate", "control", "HTML", "direction", "long"],
)
def test_output_of_an_agent_is_shown_escaped(visitor: httpx.Client, words: str) -> None:
    source = f"def choose(position, limit):\n    raise ValueError('{words}')\n"
    answer = visitor.post("/api/agents", json={"name": "mine", "source": source})
    assert answer.status_code == 200
    reason = answer.json()["fault"]["reason"]
    assert reason.startswith("ValueError: ")
    assert reason.isprintable()
    assert len(reason) <= 2_000
    path = begin(visitor, first=answer.json()["agent"], second="human")
    refused = visitor.post(f"{path}/reply")
    assert (refused.status_code, refused.json()["code"]) == (422, "agent_failed")
    assert refused.headers["content-type"] == "application/json"


def test_a_locked_store_is_reported_and_used_again_later(
    tmp_path: Path, visitor: httpx.Client
) -> None:
    path = begin(visitor, first="human", second="human")
    lock = sqlite3.connect(tmp_path / FILE_NAME)
    lock.execute("BEGIN IMMEDIATE")
    for refused in (
        visitor.post("/api/games", json={}),
        visitor.post(f"{path}/moves", json={"move": "4"}),
        visitor.post("/api/agents", json={"name": "mine", "source": MOVES}),
        visitor.post("/api/tournaments", json={"agents": ["random", "greedy"], "games": 1}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert refused.json()["detail"] == (
            "the store is locked by another program; try again when it has finished"
        )
    assert visitor.get(path).status_code == 200
    lock.rollback()
    lock.close()
    assert visitor.post(f"{path}/moves", json={"move": "4"}).status_code == 200


@pytest.mark.slow
def test_runs_continue_after_the_store_was_locked(
    tmp_path: Path, visitor: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    wanted = {"agents": ["mcts(iterations=3000)", "random"], "games": 4}
    number = visitor.post("/api/tournaments", json=wanted).json()["id"]
    path = f"/api/tournaments/{number}"
    wait_for(visitor, path, "running")
    lock = sqlite3.connect(tmp_path / FILE_NAME)
    lock.execute("BEGIN IMMEDIATE")
    with sqlite3.connect(tmp_path / "tournaments.sqlite") as games:
        finished = "SELECT count(*) FROM tournaments WHERE finished"
        wait_until(lambda: games.execute(finished).fetchone()[0] == 1)
    time.sleep(0.5)  # longer than the laboratory waits for others
    lock.rollback()
    lock.close()
    assert wait_for(visitor, path, "finished", "failed")["state"] == "finished"
    assert "Traceback" not in capfd.readouterr().err


def test_an_unusable_upload_folder_is_reported_as_busy(
    tmp_path: Path, visitor: httpx.Client
) -> None:
    (tmp_path / "agents").write_text("not a folder")
    refused = visitor.post("/api/agents", json={"name": "mine", "source": MOVES})
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert str(tmp_path) not in refused.text


def test_a_damaged_store_of_the_arena_is_reported(tmp_path: Path, visitor: httpx.Client) -> None:
    (tmp_path / "tournaments.sqlite").write_text("no database" * 100)
    wanted = {"agents": ["random", "greedy"], "games": 1}
    refused = visitor.post("/api/tournaments", json=wanted)
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert str(tmp_path) not in refused.text


def test_a_run_that_cannot_be_shown_fails_quietly(
    tmp_path: Path, visitor: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "playing").write_text("not a folder")
    wanted = {"agents": ["random", "greedy"], "games": 1}
    number = visitor.post("/api/tournaments", json=wanted).json()["id"]
    done = wait_for(visitor, f"/api/tournaments/{number}", "finished", "failed")
    assert done["state"] == "failed"
    assert str(tmp_path) not in done["message"]
    assert "Traceback" not in capfd.readouterr().err


def agents_in(folder: Path) -> list[str]:
    """The uploads that a laboratory keeps, as agents."""
    return [f"upload({path.stem})" for path in (folder / "agents").glob("*.py")]


@pytest.mark.slow
def test_a_tournament_of_uploads_that_hang_can_be_stopped(
    tmp_path: Path, laboratory: str, visitor: httpx.Client, mark: str
) -> None:
    with ExitStack() as staying:  # uploading them does not wait for their trial
        for code in HANGING.values():
            upload = {"name": "mine", "source": code}
            staying.enter_context(ask_and_stay(laboratory, "/api/agents", upload))
        wait_until(lambda: len(agents_in(tmp_path)) == len(HANGING))
    agents = agents_in(tmp_path)
    wanted = {"agents": agents, "games": 2, "seconds": 2.0}
    number = visitor.post("/api/tournaments", json=wanted).json()["id"]
    wait_until(lambda: agents_alive(mark))
    path = f"/api/tournaments/{number}"
    assert visitor.post(f"{path}/stop").json()["state"] == "stopped"
    wait_until(lambda: not agents_alive(mark))
