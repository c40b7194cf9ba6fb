"""The server is killed without warning and started again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_server

import httpx
import pytest

from tests.processes import free_port
from tests.web.running import CODE, begin, client_of, process_at, wait_for, wait_until


@contextmanager
def served(
    store: Path, port: int | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """`enraya serve` as a user starts it, and a client; killed at the end."""
    port = port or free_port()
    with (
        process_at(port, "serve", "--store", str(store)) as process,
        client_of(f"http://127.0.0.1:{port}") as client,
    ):
        yield process, client


@pytest.mark.slow
def test_games_and_a_tournament_resume_after_kill_9(tmp_path: Path) -> None:
    agents = ["mcts(iterations=2000)", "level(5)"]
    with served(tmp_path) as (process, client):
        game = begin(client, "/api/games", second="level(3)")
        client.post(f"{game}/moves", json={"move": "4"})
        after = client.post(f"{game}/reply").json()
        wanted = {"agents": agents, "games": 20, "seconds": 0.05}
        run = begin(client, "/api/tournaments", **wanted)
        before = wait_until(client, run, lambda found: found["games"] > 0)["games"]
        os.kill(process.pid, signal.SIGKILL)
    assert 0 < before < 20
    with served(tmp_path) as (_, client):
        assert client.get(game).json() == after
        assert wait_until(client, run, lambda found: found["games"] >= 20)["games"] == 20


@pytest.mark.slow
def test_learning_resumes_after_kill_9(tmp_path: Path) -> None:
    with served(tmp_path) as (process, client):
        path = begin(client, "/api/learnings", games=20_000, seed=1)
        before = wait_until(client, path, lambda found: len(found["curve"]) > 1)
        os.kill(process.pid, signal.SIGKILL)
    assert before["state"] == "running"
    with served(tmp_path) as (_, client):
        after = wait_for(client, path, "finished", "failed")
    assert after["state"] == "finished"
    assert [point["done"] for point in after["curve"]] == list(range(100, 20_001, 100))
    assert after["curve"][: len(before["curve"])] == before["curve"]


@pytest.mark.slow
def test_ctrl_c_closes_live_streams_cleanly(tmp_path: Path) -> None:
    with served(tmp_path) as (process, client):
        game = client.post("/api/links", json={}).json()["game"]["id"]
        run = begin(client, "/api/evolutions", population=8)
        pages = (f"/api/links/{game}/events", f"{run}/events")
        with ExitStack() as stack:
            streams = [stack.enter_context(client.stream("GET", page)) for page in pages]
            lines = [stream.iter_lines() for stream in streams]
            for stream in lines:
                assert next(stream)
            process.send_signal(signal.SIGINT)
            assert all(list(stream) for stream in lines), "to their ends, not cut off"
        assert process.stderr is not None
        assert process.stderr.read() == b"enraya: stopped\n"


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        command = [sys.executable, "-c", CODE, "serve", "--port", port, "--store", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 2
    assert "cannot listen on 127.0.0.1" in done.stderr.decode()
