"""The results of a ladder, and games that other players cannot change."""

from functools import partial
from pathlib import Path

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.league.model.ladder import LadderPair, pair_of
from enraya.league.rank.results import LadderReader, LadderResults, PlayedPair, read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import (
    LEFTMOST,
    RIGHTMOST,
    add_pair,
    enter_agent,
    join,
    make_league,
    submit,
)
from tests.league.rank.simulated import play

REJECTED = b"import os\nos._exit(3)\n"
HOSTILE = b"""
import os, random, shutil, socket

def choose(position, limit):
    for attack in (
        lambda: shutil.rmtree("..", ignore_errors=True),
        lambda: open("/tmp/found", "w").write("here"),
        lambda: socket.create_connection(("127.0.0.1", 80), timeout=0.01),
    ):
        try:
            attack()
        except Exception:
            pass
    return random.choice(position.legal_moves)
"""


def test_a_pair_counts_once_for_both_players() -> None:
    played = PlayedPair(LadderPair(0, 2, 0), 1.5, (20, 22))
    results = LadderResults()
    results.add(played)
    results.add(played)
    assert len(results.played) == 1
    assert results.points.tolist() == [[0, 0, 1.5], [0, 0, 0], [0.5, 0, 0]]
    assert (played.points_of(2), played.moves_of(2), played.moves_of(0)) == (0.5, 22, 20)


def test_a_meeting_ends_where_a_pair_is_missing() -> None:
    results = LadderResults()
    for number in (0, 1, 3):
        results.add(PlayedPair(LadderPair(0, 1, number), 1.0, (9, 9)))
    numbers = [played.pair.number for played in results.meeting(1, 0) if played]
    assert numbers == [0, 1]
    assert results.next_number(0, 1, [LadderPair(0, 1, 2)]) == 4
    assert results.next_number(0, 1, []) == 2


def test_an_excluded_pair_keeps_its_number_and_counts_for_nothing() -> None:
    results = LadderResults()
    results.exclude(LadderPair(0, 1, 0))
    results.add(PlayedPair(LadderPair(0, 1, 0), 2.0, (9, 9)))
    play(results, 0, 1, [1.0])
    assert list(results.meeting(0, 1)) == [None, PlayedPair(LadderPair(0, 1, 1), 1.0, (20, 20))]
    assert results.points.sum() == 2.0
    assert results.begun(1, 0) == 2


def test_new_games_are_added_and_an_exclusion_reads_all_again(
    store: LeagueStore,
) -> None:
    enter_agent(store, "A", "random")
    reader = LadderReader(store)
    assert reader.read().played == []
    first = add_pair(store, 0, 2, 4, (1, 0))
    results = reader.read()
    assert results.played == [PlayedPair(LadderPair(0, 2, 4), 1.5, (18, 18))]
    enter_agent(store, "B", "random")
    add_pair(store, 2, 3, 0, (2, 1))
    half = add_pair(store, 1, 3, 0, (2, 1))[1]
    assert reader.read() is results
    assert (results.points == read_results(store).points).all()
    assert [played.pair[:2] for played in results.played] == [(0, 2), (2, 3), (1, 3)]
    with store.database.transaction():
        store.exclude(first[0], "a power cut")
    anew = reader.read()
    assert anew is not results
    assert (anew.points == read_results(store).points).all()
    assert list(anew.meeting(0, 2)) == []
    assert anew.has(LadderPair(0, 2, 4))
    store.database.write("DELETE FROM games WHERE id = ?", half)
    assert not read_results(store).has(LadderPair(1, 3, 0)), "half a pair counts for nothing"


def test_excluded_games_do_not_count_in_the_results(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", max_pairs=2) as store:
        enter_agent(store, "A", "level(3)")
        Worker(store, engine="serial").run(until=lambda: store.arena.count(LADDER) >= 12)
        results = read_results(store)
        assert results.points.sum() == 12
        assert [results.begun(*pair) for pair in ((0, 1), (0, 2), (1, 2))] == [2, 2, 2]
        game = next(number for number, row in store.arena.rows(LADDER) if row.first == 2)
        with store.database.transaction():
            store.exclude(game, "a power cut")
        assert read_results(store).points.sum() == 10
        assert [one.action for one in store.log.actions(1)] == ["exclude", "join"]
        game = next(
            number for number, row in store.arena.rows(LADDER) if row.first + row.second == 1
        )
        with store.database.transaction():
            store.exclude(game, "another one")
        last = store.log.actions()[0]
        assert (last.action, last.team, last.reason) == ("exclude", None, "another one")


def games_by_key(store: LeagueStore) -> dict[tuple[str, str, int], tuple[str, int | None]]:
    """Moves and seed of each game between versions, by both agents and the number of the pair."""
    players, settings = store.players.all(), store.settings
    found = {}
    for _, row in store.arena.rows(LADDER):
        pairing = Pairing(row.first, row.second, row.opening)
        specs = players[row.first].spec, players[row.second].spec
        number = pair_of(pairing, players, settings).number
        found[*specs, number] = (row.moves, row.seed)
    return found


def is_played_out(store: LeagueStore) -> bool:
    """Whether every two players have played their two pairs."""
    players = len(store.players.all())
    games = store.arena.count(LADDER)
    return not store.versions.queue() and games == players * (players - 1) // 2 * 2 * 2


@pytest.mark.slow
def test_games_are_the_same_with_and_without_hostile_teams(tmp_path: Path) -> None:
    played = []
    for name, hostile in (("calm", ()), ("wild", (REJECTED, HOSTILE))):
        limits = {"nodes": 500, "baselines": ("random", "level(5)"), "max_pairs": 2}
        with make_league(tmp_path / name, **limits) as store:
            for number, content in enumerate(hostile):  # before the others, so that places differ
                submit(store, join(store, f"H{number}"), content)
            for team, content in (("A", LEFTMOST), ("B", RIGHTMOST)):
                submit(store, join(store, team), content)
            Worker(store, engine="serial").run(until=partial(is_played_out, store))
            assert len(store.players.all()) == (5 if hostile else 4)
            played.append(games_by_key(store))
    calm, wild = played
    assert len(calm) == 6 * 2 * 2
    assert len(wild) == 10 * 2 * 2
    assert {key: wild.get(key) for key in calm} == calm
