"""Matches that a sequential test ends: the same in every engine, and after interruptions."""

from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import Pairing, meeting
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.sprt_match import SprtMatch
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting

TEST = Sprt(elo0=0, elo1=150)
SETTINGS = TournamentSettings(
    kind="sprt",
    agents=make_entrants(["greedy(eval=threats)", "random"]),
    games=100,
    opening_plies=6,
    test=TEST,
)


def played(
    folder: Path, settings: TournamentSettings = SETTINGS, engine: str = "serial"
) -> list[tuple[object, ...]]:
    """The games of a finished test, without what differs from run to run."""
    with Store(folder / "games.sqlite") as store:
        tournament = run_tournament(enter(settings, store), store, engine=engine, workers=2)
        assert tournament.finished
        rows = [row for _, row in store.rows(tournament.id)]
    return [(*row.pairing, row.winner, row.moves, row.seed) for row in rows]


def test_a_clear_difference_is_found_before_all_games_are_played(tmp_path: Path) -> None:
    games = played(tmp_path)
    assert 0 < len(games) < SETTINGS.games
    with Store(tmp_path / "games.sqlite") as store:
        match = SprtMatch.start(TEST).after(store.winners(1))
    assert match.verdict.accepted == "H1"
    assert 2 * match.pairs == len(games)


def test_the_engine_does_not_change_which_pairs_decide(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert played(tmp_path / "a") == played(tmp_path / "b", engine="processes")


def test_an_interrupted_test_goes_on_where_it_was(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(games: int, most: int) -> None:
        assert most == SETTINGS.games
        if games >= 4:
            raise Stop

    with Store(tmp_path / "games.sqlite") as store:
        with pytest.raises(Stop):
            run_tournament(enter(SETTINGS, store), store, engine="serial", on_games=stop)
        assert store.count(1) == 4
    (tmp_path / "whole").mkdir()
    assert played(tmp_path) == played(tmp_path / "whole")


def test_a_test_without_a_decision_ends_with_its_games(tmp_path: Path) -> None:
    equal = replace(SETTINGS, agents=make_entrants(["random", "random"]), games=4)
    assert len(played(tmp_path, equal)) == 4


def test_a_pair_counts_when_all_before_it_are_complete() -> None:
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
def test_a_test_belongs_to_its_kind_of_tournament(change: dict[str, object]) -> None:
    with pytest.raises(InvalidSetting, match="sequential test"):
        replace(SETTINGS, **change).check()  # type: ignore[arg-type]  # one of two


def test_settings_with_a_test_go_through_json() -> None:
    assert TournamentSettings.from_json(SETTINGS.to_json()) == SETTINGS
