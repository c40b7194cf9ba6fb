"""Killed or busy workers and machines change no game."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.limit import Limit
from tests.arena.support import games_in, played, records_of, settings_of, timeless
from tests.cli.running import in_a_process as enraya
from tests.work.cluster import is_busy, two_node_cluster, unplug, workers_of

pytestmark = pytest.mark.slow

KILLS = 20
GAMES = 2000
WORKERS = 2
SECONDS = 0.1
MINE = "def choose(position, limit):\n    return position.legal_moves[len(position.moves) % 3]\n"
AGENTS = ("random", "level(2)", "level(4)", "mcts(iterations=300)", "alphabeta(depth=4)")


def command(path: Path) -> list[str]:
    code = "from enraya.cli import main; main()"
    options = ["--games", "200", "--store", str(path), "--json"]
    return [sys.executable, "-c", code, "tournament", *AGENTS, *options]


def test_after_twenty_kills_the_store_equals_that_of_an_undisturbed_run(tmp_path: Path) -> None:
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


def table(output: bytes) -> list[dict[str, object]]:
    agents: list[dict[str, object]] = json.loads(output)["agents"]
    for agent in agents:
        del agent["seconds_per_move"]
    return agents


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_losing_a_worker_or_a_machine_changes_no_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    settings = settings_of("random", "mcts(iterations=4000)", "level(3)", f"file:{file}", games=24)
    played(tmp_path / "serial", settings)
    events: list[str] = []

    with two_node_cluster() as cluster:

        def disturb(done: int, total: int) -> None:
            busy = [worker for worker in workers_of(cluster.head_node) if is_busy(worker)]
            if not events and done > total // 10 and busy:
                os.kill(busy[0], signal.SIGKILL)
                events.append("worker")
            elif events == ["worker"] and any(map(is_busy, workers_of(cluster.second))):
                unplug(cluster, cluster.second)
                events.append("machine")

        engine = f"ray@{cluster.address}"
        records_of(tmp_path / "ray", settings, engine=engine, on_games=disturb)
    assert events == ["worker", "machine"]
    assert timeless(tmp_path / "ray") == timeless(tmp_path / "serial")


@pytest.fixture
def _busy() -> Iterator[None]:
    """A process that never rests, for each of the workers."""
    endless = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(endless) for _ in range(WORKERS)]
    yield
    for process in busy:
        process.kill()
        process.wait()


@pytest.mark.usefixtures("_busy")
@pytest.mark.parametrize("preset", PRESETS)
def test_no_built_in_agent_loses_on_time(preset: str, tmp_path: Path) -> None:
    chosen = PRESETS[preset]
    settings = settings_of(
        *chosen.agents, kind="swiss", rounds=2, rules=chosen.rules, limit=Limit(seconds=SECONDS)
    )
    records = records_of(tmp_path / "games.sqlite", settings, engine="processes", workers=WORKERS)
    failed = [record for record in records if record.reason]
    assert [(record.agents, record.reason) for record in failed] == []


@pytest.mark.usefixtures("_busy")
def test_cold_workers_do_not_lose_on_time(tmp_path: Path) -> None:
    agent = "minimax(depth=4, eval=uam-h2(base=2), style=uam)"
    limits = ("--games", "10", "--seconds", str(SECONDS), "--store", str(tmp_path / "games.sqlite"))
    done = enraya("match", agent, "random", *limits, "--json")
    assert done.returncode == 0, done.stderr
    assert [row["faults"] for row in json.loads(done.stdout)["agents"]] == [{}, {}]
