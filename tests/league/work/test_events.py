"""Events as they are played and replayed."""

from pathlib import Path
from time import time

import pytest

from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.rank.event_results import shown_tournament
from enraya.league.store.events import events, find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.event_source import replay
from enraya.league.work.worker import Worker
from tests.league.making import LEFTMOST, RIGHTMOST, join, make_league, submit

NODES = {"seconds": None, "nodes": 1000, "max_pairs": 1}
MIDDLE = LEFTMOST.replace(b"[0]", b"[len(position.legal_moves) // 2]")


def work(store: LeagueStore) -> None:
    """Works until no submission waits and no event has games left."""

    def is_done() -> bool:
        return not store.versions.queue() and not [
            event
            for event in events(store)
            if event.state in (EventState.PLANNED, EventState.RUNNING)
        ]

    Worker(store, engine="serial").run(until=is_done)


@pytest.mark.slow
def test_replaying_an_event_gives_the_same_games(tmp_path: Path) -> None:
    moves = []
    for league, hostile in (("one", False), ("two", True)):
        with make_league(tmp_path / league, **NODES, baselines=("level(4)",)) as store:
            if hostile:  # joins first, so that all numbers differ
                submit(store, join(store, "H"), b"import os\nos._exit(1)\n")
                submit(store, join(store, "I"), b"def choose(position, limit):\n    return 99\n")
            for name, content in (("A", LEFTMOST), ("B", RIGHTMOST), ("C", MIDDLE)):
                submit(store, join(store, name), content)
            work(store)
            plan_event(store, "Final", EventPlan(seed=7, with_baselines=True), time())
            work(store)
            event = find_event(store, "Final")
            assert all(replay(store, event, engine="serial"))
            shown = shown_tournament(store, event)
            rows = [row for _, row in store.arena.rows(shown.id)]
            names = shown.names
            moves.append({
                (names[row.first], names[row.second], row.opening): (row.moves, row.seed)
                for row in rows
            })  # fmt: skip
    assert len(moves[0]) == 6 * 2
    assert moves[0] == moves[1]
