"""Two versions of a team against each other."""

import pytest

from enraya.arena.statistics.tally import ResultCounts
from enraya.errors import InvalidSetting
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.comparisons import (
    GAMES,
    Findings,
    begin_comparison,
    comparison_of,
    findings_of,
    open_comparisons,
)
from enraya.league.work.submissions import erase_team
from enraya.league.work.worker import Worker
from tests.league.making import add_version, enter_agent, submit


@pytest.mark.parametrize("changes", [{"max_pairs": 2}])
def test_a_hundred_games_outside_the_ladder_tell_which_version_is_stronger(
    store: LeagueStore,
) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(3)")
    later, earlier = reversed(store.versions.all(team))
    made = begin_comparison(store, later, earlier)
    assert (made.one, made.other) == (1, 2)
    assert findings_of(store, made).verdict == "open"
    Worker(store, engine="serial").run(lambda: not open_comparisons(store))
    found = findings_of(store, made)
    assert found.counts.games == GAMES
    assert found.verdict == "stronger"
    assert 1 / 2 < found.low < found.counts.share < found.high
    assert store.arena.count(LADDER) > 0  # it did not wait
    again = begin_comparison(store, earlier, later)
    assert again == made == comparison_of(store, team)
    assert open_comparisons(store) == []


@pytest.mark.parametrize(
    ("games", "low", "high", "verdict"),
    [
        (GAMES, 0.51, 0.7, "stronger"),
        (GAMES, 0.5, 0.7, "open"),
        (GAMES, 0.3, 0.49, "weaker"),
        (GAMES - 1, 0.9, 1.0, "open"),
    ],
)
def test_a_verdict_needs_all_games_and_an_interval_without_one_half(
    games: int, low: float, high: float, verdict: str
) -> None:
    assert Findings(ResultCounts(wins=games), low, high).verdict == verdict


def test_versions_that_cannot_be_compared_are_refused(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    submit(store, team)
    fit, unfit = store.versions.all(team)
    for one, other in ((fit, fit), (fit, unfit)):
        with pytest.raises(InvalidSetting, match="two different versions"):
            begin_comparison(store, one, other)
    assert comparison_of(store, team) is None


def test_comparisons_of_an_erased_team_are_dropped(store: LeagueStore) -> None:
    team, other = (enter_agent(store, name, "random") for name in "AB")
    for one in (team, other):
        add_version(store, one, "level(1)")
        begin_comparison(store, *store.versions.all(one))
    erase_team(store, team, "asked for it")
    assert comparison_of(store, team) is None
    assert comparison_of(store, other) is not None
    assert len(open_comparisons(store)) == 1
