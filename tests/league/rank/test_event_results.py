"""Places in an event, from invented games."""

from collections.abc import Callable
from dataclasses import replace
from time import time

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.arena.store.game_row import GameRow
from enraya.league.model.event_plan import Event, EventPlan, EventState
from enraya.league.rank.event_results import Placed, places, shown_tournament
from enraya.league.rank.grades import make_grades
from enraya.league.store.events import find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event, start_event
from enraya.league.work.submissions import erase_team
from tests.league.making import add_version, enter_agent


def play_out(store: LeagueStore, event: Event, winner: Callable[[Pairing], int]) -> Event:
    """Writes down every game of an event, with winners by the places in its list."""
    assert event.tournament is not None
    settings = store.arena.tournament(event.tournament).settings
    while True:
        played = store.arena.winners(event.tournament)
        missing = [game for game in settings.schedule(played) if game not in played]
        if not missing:
            break
        rows = [
            GameRow(*game, winner(game), "line", "1", 1, 1, "", 1, 0, None, None, None, None, "")
            for game in missing
        ]
        store.arena.add_games(event.tournament, rows)
    store.database.write("UPDATE events SET state = ? WHERE id = ?", EventState.PLAYED, event.id)
    return find_event(store, str(event.id))


def lower_wins(game: Pairing) -> int:
    return 1 if game.first < game.second else 2


def higher_wins(game: Pairing) -> int:
    return 2 if game.first < game.second else 1


def first_of_all_wins(game: Pairing) -> int:
    """All games without the first of all are drawn."""
    return lower_wins(game) if 0 in game[:2] else 0


pytestmark = pytest.mark.parametrize("changes", [{"grading": {"event": "final", "places": [5, 3]}}])


@pytest.fixture
def store(store: LeagueStore) -> LeagueStore:
    """A league of three teams; the first has a second version, so that it is listed last."""
    for name in "ABC":
        enter_agent(store, name, "random")
    add_version(store, 1, "level(1)")
    return store


def begun(store: LeagueStore, kind: str) -> Event:
    return start_event(store, plan_event(store, "Final", EventPlan(kind), 1e10), time())


@pytest.mark.parametrize(
    ("kind", "winner", "found"),
    [
        ("round-robin", lower_wins, [(2, 1, 4), (3, 2, 2), (1, 3, 0)]),
        ("round-robin", first_of_all_wins, [(2, 1, 4), (1, 2, 1), (3, 2, 1)]),
        ("swiss", lower_wins, [(2, 1, 4), (1, 2, 0), (3, 2, 0)]),
        ("knockout", lower_wins, [(2, 1, 2), (3, 2, 2), (1, 3, 0)]),
        ("knockout", higher_wins, [(1, 1, 4), (2, 2, 0), (3, 3, 0)]),
    ],
)
def test_the_best_come_first_and_equals_share_a_place(
    store: LeagueStore, kind: str, winner: Callable[[Pairing], int], found: list[Placed]
) -> None:
    event = play_out(store, begun(store, kind), winner)
    assert places(store, event) == found


def test_places_earn_points_once_the_event_is_over(store: LeagueStore) -> None:
    event = begun(store, "round-robin")
    assert [grade.items[-1].is_final for grade in make_grades(store)] == [False] * 3
    play_out(store, event, first_of_all_wins)
    items = [grade.items[-1] for grade in make_grades(store)]
    assert [(item.place, item.points, item.is_final) for item in items] == [
        (2, 3, True), (1, 5, True), (2, 3, True),
    ]  # fmt: skip


def test_others_see_version_numbers_and_aliases_if_the_league_uses_them(
    store: LeagueStore,
) -> None:
    event = begun(store, "swiss")
    store.database.write("UPDATE teams SET alias = 'Uno' WHERE id = 1")
    for shows_aliases, first in ((True, "Uno"), (False, "A")):
        store.change_settings(replace(store.settings, shows_aliases=shows_aliases), "agreed")
        shown = shown_tournament(store, event)
        assert [(entrant.name, entrant.spec) for entrant in shown.settings.agents] == [
            ("B", "version 1"), ("C", "version 1"), (first, "version 2"),
        ]  # fmt: skip


def test_only_games_of_an_erased_team_lose_their_reasons(store: LeagueStore) -> None:
    event = play_out(store, begun(store, "round-robin"), lower_wins)
    assert event.tournament is not None
    store.database.write("UPDATE games SET reason = 'I am Ada'")
    erase_team(store, 2, "asked for it")  # listed first
    reasons = {row.pairing: row.reason for _, row in store.arena.rows(event.tournament)}
    kept = {game for game, reason in reasons.items() if reason == "I am Ada"}
    assert kept == {game for game in reasons if 0 not in game[:2]}
    assert len(kept) == 2
