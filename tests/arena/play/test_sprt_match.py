"""Matches that a sequential test ends: the same in every engine, and after interruptions."""

from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.plan.schedule import Pairing, meeting
from enraya.arena.play.sprt_match import SprtMatch
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from tests.arena.support import played, records_of, settings_of, timeless

TEST = Sprt(elo0=0, elo1=150)
AGENTS = ("greedy(eval=threats)", "random")
SETTINGS = settings_of(*AGENTS, kind="sprt", games=100, opening_plies=6, test=TEST)


def test_a_clear_difference_stops_the_test_early(store: Store) -> None:
    tournament = run_tournament(enter(SETTINGS, store), store, engine="serial")
    match = SprtMatch.start(TEST).after(store.winners(1))
    assert (tournament.finished, match.verdict.accepted) == (True, "H1")
    assert 0 < 2 * match.pairs == store.count(1) < SETTINGS.games


def test_the_engine_does_not_change_which_pairs_decide(tmp_path: Path) -> None:
    for engine in ("serial", "processes"):
        played(tmp_path / engine, SETTINGS, engine)
    assert timeless(tmp_path / "serial") == timeless(tmp_path / "processes")


def test_an_interrupted_test_resumes_where_it_was(store: Store, tmp_path: Path) -> None:
    def stop(games: int, most: int) -> None:
        assert most == SETTINGS.games
        if games >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tournament(enter(SETTINGS, store), store, engine="serial", on_games=stop)
    assert store.count(1) == 4
    for path in (store.path, tmp_path / "whole"):
        played(path, SETTINGS)
    assert timeless(store.path) == timeless(tmp_path / "whole")


def test_an_undecided_test_ends_when_all_games_are_played(tmp_path: Path) -> None:
    equal = settings_of("random", "random", kind="sprt", games=4, test=TEST)
    assert len(records_of(tmp_path / "store", equal)) == 4


def test_a_pair_counts_once_all_earlier_pairs_are_complete() -> None:
    first, second = meeting(0, 1, 2, 1)
    match = SprtMatch.start(TEST).after({first: 1, second: 2})
    assert match.pairs == 0
    whole = {first: 1, second: 2, Pairing(0, 1, 0): 0, Pairing(1, 0, 0): 0}
    assert match.after(whole).counts == (0, 0, 1, 0, 1)


def test_pairs_after_the_decision_do_not_count() -> None:
    winners = {game: 1 if game.first == 0 else 2 for game in meeting(0, 1, 200)}
    match = SprtMatch.start(TEST).after(winners)
    assert match.verdict.accepted == "H1"
    assert match.pairs < 100
    assert match.after(winners) == match


@pytest.mark.parametrize("change", [{"kind": "match"}, {"test": None}])
def test_only_a_match_can_have_a_sequential_test(change: dict[str, object]) -> None:
    with pytest.raises(InvalidSetting, match="sequential test"):
        replace(SETTINGS, **change).check()  # type: ignore[arg-type]  # one of two
