"""A game of two versions depends neither on other teams nor on the engine."""

from pathlib import Path

import pytest

from enraya.league.model.ladder import pair_of
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import join, make_league, submit

INNOCENT = {
    "A": b"import random\ndef choose(position, limit):\n"
    b"    return random.choice(position.legal_moves)\n",
    "B": b"def choose(position, limit):\n    return position.legal_moves[-1]\n",
}
_SLY = b"""
import os, time
begun = []
def choose(position, limit):
    begun.append(position.plies)
    if begun[0] > 1 and position.plies > 6:  # not in the trial, which begins on an empty board
        %s
    return position.legal_moves[0]
"""
HOSTILE = {
    "sleeper": _SLY % b"time.sleep(60)",
    "hog": _SLY % b"x = bytearray(10**10)",
    "forks": _SLY % b"os.fork()",
    "vandal": b"""
import os, shutil, socket
def choose(position, limit):
    for attack in (lambda: shutil.rmtree("..", ignore_errors=True),
                   lambda: open("/tmp/found", "w").write("here"),
                   lambda: socket.create_connection(("127.0.0.1", 80), timeout=0.01)):
        try:
            attack()
        except Exception:
            pass
    return position.legal_moves[0]
""",
}
PAIRS = 2


def played(folder: Path, teams: dict[str, bytes], engine: str) -> dict[tuple[str, str, int], str]:
    """The games of innocent versions and baselines: who moved first and second, and which pair."""
    with make_league(
        folder, max_pairs=PAIRS, seconds=1.0, reserve=2.0, baselines=("random", "level(2)")
    ) as store:
        for name, content in teams.items():
            submit(store, join(store, name), content)

        Worker(store, engine=engine, workers=2).run(until=lambda: is_done(store))
        settings, players = store.settings, store.players.all()
        names: dict[int | None, str] = {team.id: team.name for team in store.teams.all()}
        called = [names[one.team] if one.team else one.name for one in players]
        records = store.arena.rows(LADDER)
        return {
            (called[row.first], called[row.second],
             pair_of(row.pairing, players, settings).number): row.moves
            for _, row in records
            if {called[row.first], called[row.second]} & set(INNOCENT)
            and not {called[row.first], called[row.second]} & set(HOSTILE)
        }  # fmt: skip


def is_done(store: LeagueStore) -> bool:
    """Whether all innocent players have met."""
    innocent = {one.id for one in store.teams.all() if one.name in INNOCENT}
    players = store.players.all()
    places = {one.place for one in players if one.team is None or one.team in innocent}
    baselines = {one.place for one in players if one.is_baseline}
    games = [{one.first, one.second} for one in store.arena.winners(LADDER)]
    counted = sum(one <= places and not one <= baselines for one in games)
    wanted = 2 * PAIRS * (1 + 2 * 2)  # A and B, and each of them with two baselines
    return not store.versions.queue() and counted >= wanted


@pytest.mark.slow
def test_neither_hostile_teams_nor_the_engine_change_games_of_others(tmp_path: Path) -> None:
    alone = played(tmp_path / "alone", INNOCENT, "serial")
    among = played(tmp_path / "among", INNOCENT | HOSTILE, "processes")
    assert alone.keys() <= among.keys()
    assert {key: among[key] for key in alone} == alone
    with LeagueStore(tmp_path / "among") as store:
        assert len([one for one in store.players.all() if one.team]) == len(INNOCENT | HOSTILE)
        assert store.arena.faults(LADDER)
