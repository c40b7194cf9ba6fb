"""Twelve sound agents play the same games alone and beside twenty-four hostile ones.

Relative paths keep the seeds of games, which follow from the texts of agents, the same everywhere.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from enraya.arena.store.store import Store
from enraya.game.record import GameRecord, Termination
from tests.arena.support import games_in
from tests.isolation.support import MARK, hostile, processes_named, wait_until_left

SOUND_AGENTS = Path(__file__).with_name("sound")
SOUND = (
    "random",
    "greedy",
    "level(1)",
    "level(2)",
    "level(3)",
    "minimax(depth=2)",
    "alphabeta(depth=3)",
    "mcts(iterations=50)",
    "genes(0.92, 0.59, 0.97, 0.47)",
    "file:sound/centre/agent.py",
    "file:sound/mobility/agent.py",
    "file:sound/kaggle/agent.py",
)
FAULTS = {
    "calls_outside": {Termination.EXCEPTION},
    "changes_argument": {Termination.EXCEPTION},
    "closes_channel": {Termination.TIMEOUT},
    "endless_loop": {Termination.TIMEOUT},
    "exception": {Termination.EXCEPTION},
    "floods_channel": {Termination.CRASH},
    "forged_answer": {Termination.CRASH},
    "forks": {Termination.EXCEPTION},
    "frames_opponent": {Termination.EXCEPTION},
    "hangs_at_import": {Termination.IMPORT, Termination.TIMEOUT},
    "huge_nodes": {Termination.EXCEPTION},
    "illegal_column": {Termination.ILLEGAL_MOVE},
    "import_fails": {Termination.IMPORT},
    "locks_files": {Termination.EXCEPTION},
    "memory_hog": {Termination.MEMORY},
    "os_exit": {Termination.CRASH},
    "prints_100_mb": {Termination.OUTPUT},
    "reads_secrets": {Termination.EXCEPTION},
    "remembers": {Termination.EXCEPTION},
    "sleeper": {Termination.TIMEOUT},
    "string_answer": {Termination.ILLEGAL_MOVE},
    "surrogate_error": {Termination.EXCEPTION},
    "sys_exit": {Termination.CRASH},
    "thinks_for_two": {Termination.EXCEPTION},
}
HOSTILE = {f"file:hostile/{name}.py": faults for name, faults in FAULTS.items()}
LIMITS = ("--nodes", "200", "--seconds", "0.7", "--reserve", "0.5", "--memory-mb", "120")
WORKERS = ("--workers", "4")  # some of them wait for agents that hang
PATIENCE = 600.0  # of a busy machine


def begin(store: Path, mark: str, *agents: str) -> subprocess.Popen[str]:
    """A tournament as the command plays it; entered again, it resumes."""
    command = [sys.executable, "-c", "from enraya.cli import main; main()", "tournament"]
    return subprocess.Popen(
        [*command, *agents, "--games", "1", *LIMITS, *WORKERS, "--store", str(store), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=store.parent,
        env=os.environ | {MARK: mark},
    )


def finish(process: subprocess.Popen[str], mark: str) -> dict[str, float]:
    """The rating of every agent, once all games are played and nothing is left of them."""
    answer, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert wait_until_left(mark, 0) == []
    return {agent["name"]: agent["elo"] for agent in json.loads(answer)["agents"]}


def records(path: Path) -> list[GameRecord]:
    with Store(path) as store:
        return [record for _, record in store.records(store.tournament(1))]


def wait_until(process: subprocess.Popen[str], is_so: Callable[[], bool]) -> None:
    """Waits, as long as the tournament goes on."""
    deadline = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def kill_one(process: subprocess.Popen[str], mark: str, store: Path, name: str) -> None:
    """Ends a process of a kind, after and before some games."""
    wait_until(process, lambda: bool(processes_named(mark, name)))
    with suppress(IndexError, ProcessLookupError):  # it has just ended by itself
        os.kill(processes_named(mark, name)[-1], signal.SIGKILL)
    before = games_in(store)
    wait_until(process, lambda: games_in(store) > before + 5)


@pytest.mark.slow
def test_sound_agents_play_the_same_games_beside_hostile_ones(tmp_path: Path) -> None:
    mark = uuid4().hex
    shutil.copytree(SOUND_AGENTS, tmp_path / "sound")
    (tmp_path / "hostile").mkdir()
    for name in FAULTS:
        hostile(tmp_path / "hostile", name)
    alone, crowded = tmp_path / "alone.sqlite", tmp_path / "crowded.sqlite"
    finish(begin(alone, mark, *SOUND), mark)
    process = begin(crowded, mark, *SOUND, *HOSTILE)
    wait_until(process, lambda: games_in(crowded) > 100)
    process.kill()
    process.communicate()
    assert wait_until_left(mark, 0) == []
    process = begin(crowded, mark, *SOUND, *HOSTILE)
    for kind in ("enraya-agent", "enraya-watch", "enraya-agents", "spawn_main"):
        kill_one(process, mark, crowded, kind)
    assert len(finish(process, mark)) == 36
    games = records(crowded)
    assert len(games) == 36 * 35 // 2
    sound = {game.agents: game.moves for game in games if set(game.agents) <= set(SOUND)}
    assert sound == {game.agents: game.moves for game in records(alone)}
    for game in games:
        if game.reason:
            loser = game.agents[0 if game.winner == 2 else 1]
            assert game.termination in HOSTILE[loser], (loser, game.termination, game.reason)
            assert game.reason.isprintable()
    blamed = {game.agents[0 if game.winner == 2 else 1] for game in games if game.reason}
    assert blamed == set(HOSTILE), "every hostile agent was caught, and no other"
