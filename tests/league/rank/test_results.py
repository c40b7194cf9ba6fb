"""The results of a ladder."""

import pytest

from enraya.errors import InvalidSetting
from enraya.league.model.ladder import LadderPair
from enraya.league.rank.results import LadderReader, LadderResults, PlayedPair, read_results
from enraya.league.store.store import LeagueStore
from tests.league.making import add_pair, enter_agent
from tests.league.rank.simulated import play


def test_a_pair_counts_once_for_both_players() -> None:
    played = PlayedPair(LadderPair(0, 2, 0), 1.5, (20, 22))
    results = LadderResults()
    results.add(played)
    results.add(played)
    assert len(results.played) == 1
    assert results.points.tolist() == [[0, 0, 1.5], [0, 0, 0], [0.5, 0, 0]]
    assert (played.points_of(2), played.moves_of(2), played.moves_of(0)) == (0.5, 22, 20)


def test_a_meeting_ends_at_the_first_missing_pair() -> None:
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
    assert results.begun.tolist() == [[0, 2], [2, 0]]


def test_new_games_are_added_and_an_exclusion_rereads_everything(
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


def test_an_exclusion_is_logged_for_the_teams_whose_game_it_was(store: LeagueStore) -> None:
    enter_agent(store, "A", "random")
    games = [*add_pair(store, 0, 2, 0, (1, 2)), *add_pair(store, 0, 1, 0, (1, 2))]
    with store.database.transaction():
        for game in games[::2]:
            store.exclude(game, "a power cut")
    assert store.excluded() == set(games), "with the one that has sides swapped"
    assert read_results(store).played == []
    assert [(one.action, one.team) for one in store.log.actions(last=2)] == [
        ("exclude", None), ("exclude", 1),
    ]  # fmt: skip
    with pytest.raises(InvalidSetting, match="no game"), store.database.transaction():
        store.exclude(99, "why not")
