"""A tournament on a real Ray cluster that loses a worker, then a whole machine."""

import os
import signal
from pathlib import Path

import pytest

from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.store.store import Store
from tests.arena.support import played, settings_of, timeless
from tests.work.cluster import is_busy, two_node_cluster, unplug, workers_of

MINE = "def choose(position, limit):\n    return position.legal_moves[len(position.moves) % 3]\n"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_lost_worker_and_a_lost_machine_change_no_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    settings = settings_of("random", "mcts(iterations=4000)", "level(3)", f"file:{file}", games=24)
    played(tmp_path / "serial", settings)
    events: list[str] = []

    with two_node_cluster() as cluster, Store(tmp_path / "ray") as store:

        def disturb(done: int, total: int) -> None:
            busy = [worker for worker in workers_of(cluster.head_node) if is_busy(worker)]
            if not events and done > total // 10 and busy:
                os.kill(busy[0], signal.SIGKILL)
                events.append("worker")
            elif events == ["worker"] and any(map(is_busy, workers_of(cluster.second))):
                unplug(cluster, cluster.second)
                events.append("machine")

        tournament = enter(settings, store)
        engine = f"ray@{cluster.address}"
        assert run_tournament(tournament, store, engine=engine, on_games=disturb).finished
    assert events == ["worker", "machine"]
    assert timeless(tmp_path / "ray") == timeless(tmp_path / "serial")
