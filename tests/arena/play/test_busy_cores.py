"""Built-in agents keep their time on a machine whose cores are all busy with something else."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.store.store import Store
from enraya.limit import Limit
from tests.arena.support import settings_of
from tests.cli.running import in_a_process as enraya

WORKERS = 2
SECONDS = 0.1


@pytest.fixture
def _busy() -> Iterator[None]:
    """A process that never rests, for each of the workers."""
    endless = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(endless) for _ in range(WORKERS)]
    yield
    for process in busy:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("_busy")
@pytest.mark.parametrize("preset", PRESETS)
def test_no_built_in_agent_loses_on_time(preset: str, tmp_path: Path) -> None:
    chosen = PRESETS[preset]
    settings = settings_of(
        *chosen.agents, kind="swiss", rounds=2, rules=chosen.rules, limit=Limit(seconds=SECONDS)
    )
    with Store(tmp_path / "games.sqlite") as store:
        tournament = run_tournament(enter(settings, store), store, workers=WORKERS)
        failed = [record for _, record in store.records(tournament) if record.reason]
    assert [(record.agents, record.reason) for record in failed] == []


@pytest.mark.slow
@pytest.mark.usefixtures("_busy")
def test_workers_that_have_loaded_nothing_yet_keep_their_time(tmp_path: Path) -> None:
    agent = "minimax(depth=4, eval=uam-h2(base=2), style=uam)"
    limits = ("--games", "10", "--seconds", str(SECONDS), "--store", str(tmp_path / "games.sqlite"))
    done = enraya("match", agent, "random", *limits, "--json")
    assert done.returncode == 0, done.stderr
    assert [row["faults"] for row in json.loads(done.stdout)["agents"]] == [{}, {}]
