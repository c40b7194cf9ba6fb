"""Killed at any instant, a tournament resumes as if nothing had happened."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enraya.arena.store.store import Store
from tests.arena.support import timeless

KILLS = 20
GAMES = 2000
AGENTS = ("random", "level(2)", "level(4)", "mcts(iterations=300)", "alphabeta(depth=4)")


def command(path: Path) -> list[str]:
    code = "from enraya.cli import main; main()"
    options = ["--games", "200", "--store", str(path), "--json"]
    return [sys.executable, "-c", code, "tournament", *AGENTS, *options]


@pytest.mark.slow
def test_twenty_kills_leave_the_store_of_an_undisturbed_run(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.sqlite", tmp_path / "killed.sqlite"
    expected = subprocess.run(command(whole), capture_output=True, check=True)
    rng = random.Random(1)  # noqa: S311  # any instants will do
    seen = [0]
    for number in range(KILLS):
        enough = max(seen[-1] + 1, number * GAMES // (4 * KILLS))
        kill_after(killed, enough, rng.uniform(0, 0.1))
        seen.append(games_in(killed))
    assert seen == sorted(seen), "a game was lost"
    assert seen[-1] < GAMES, "the last kills came too late"
    final = subprocess.run(command(killed), capture_output=True, check=True)
    assert timeless(killed) == timeless(whole)
    assert table(final.stdout) == table(expected.stdout)


def kill_after(path: Path, games: int, seconds: float) -> None:
    """Lets the command run until enough games are stored and a while longer, then kills it."""
    with subprocess.Popen(command(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        while games_in(path) < games and run.poll() is None:
            time.sleep(0.01)
        time.sleep(seconds)
        run.kill()


def games_in(path: Path) -> int:
    if not path.exists():
        return 0
    with Store(path) as store:
        return sum(store.count(tournament.id) for tournament in store.tournaments())


def table(output: bytes) -> list[dict[str, object]]:
    agents: list[dict[str, object]] = json.loads(output)["agents"]
    for agent in agents:
        del agent["seconds_per_move"]
    return agents
