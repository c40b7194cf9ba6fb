"""Killed at any instant, a tournament goes on as if nothing had happened."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena.support import timeless

KILLS = 20
AGENTS = ("random", "level(2)", "level(4)", "mcts(iterations=300)", "alphabeta(depth=4)")


def command(path: Path, engine: str) -> list[str]:
    code = "from enraya.cli import main; main()"
    options = ["--games", "40", "--store", str(path), "--engine", engine, "--json"]
    return [sys.executable, "-c", code, "tournament", *AGENTS, *options]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_twenty_kills_leave_the_store_of_an_undisturbed_run(tmp_path: Path, engine: str) -> None:
    whole, killed = tmp_path / "whole.sqlite", tmp_path / "killed.sqlite"
    started = time.monotonic()
    expected = subprocess.run(command(whole, engine), capture_output=True, check=True)
    seconds = time.monotonic() - started
    rng = random.Random(engine)  # noqa: S311  # any instants will do
    grown, kills = [0], 0
    while kills < KILLS:
        process = subprocess.Popen(
            command(killed, engine), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            process.communicate(timeout=rng.uniform(0.1, 1.5) * seconds / 4)
            break  # it came to its end
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        kills += 1
        grown.append(len(timeless(killed)) if _has_tournament(killed) else 0)
    assert grown == sorted(grown), "a game was lost"
    assert len(set(grown)) > 1, "every kill came before the first game"
    final = subprocess.run(command(killed, engine), capture_output=True, check=True)
    assert timeless(killed) == timeless(whole)
    assert table(final.stdout) == table(expected.stdout)


def _has_tournament(path: Path) -> bool:
    from enraya.arena.store import Store

    with Store(path) as store:
        return bool(store.tournaments())


def table(output: bytes) -> list[dict[str, object]]:
    agents: list[dict[str, object]] = json.loads(output)["agents"]
    for agent in agents:
        del agent["seconds_per_move"]
    return agents
