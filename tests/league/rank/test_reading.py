"""The results of a ladder from its games, and games that nobody else can change."""

from functools import partial
from pathlib import Path

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.league.model.pairings import pair_of, pairings_of
from enraya.league.model.records import LadderPair
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.results import LadderGame, PairMaker, PlayedPair, read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import LEFTMOST, RIGHTMOST, enter_agent, join, make_league, submit
from tests.league.rank.simulated import baselines

SETTINGS = LeagueSettings("L")
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


def test_two_games_with_sides_swapped_make_a_pair() -> None:
    players, maker = baselines(2), PairMaker(SETTINGS)
    first, second = pairings_of(LadderPair(0, 1, 4), players, SETTINGS)
    assert maker.add(LadderGame(first, 1, (10, 9)), players) is None
    played = maker.add(LadderGame(second, 0, (12, 12)), players)
    assert played == PlayedPair(LadderPair(0, 1, 4), 1.5, (22, 21))


def test_a_pair_with_an_excluded_game_does_not_count() -> None:
    players, maker = baselines(2), PairMaker(SETTINGS)
    first, second = pairings_of(LadderPair(0, 1, 0), players, SETTINGS)
    assert maker.add(LadderGame(first, 1, (10, 9), is_excluded=True), players) is None
    assert maker.add(LadderGame(second, 1, (10, 9)), players) == LadderPair(0, 1, 0)


def test_results_are_read_as_they_were_played(tmp_path: Path) -> None:
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
        pairs = [(one.first, one.second, one.pair) for one in store.ladder_results()]
        assert {(second, first, pair) for first, second, pair in pairs} == set(pairs)
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
def test_games_of_the_innocent_are_the_same_with_and_without_hostile_teams(tmp_path: Path) -> None:
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
