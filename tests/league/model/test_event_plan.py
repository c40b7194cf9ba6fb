"""Plans of events: openings, rounds and refusals."""

import pytest

from enraya.arena.plan.entrants import Entrant
from enraya.errors import EnrayaError
from enraya.league.model.event_plan import MOST_GAMES, MOST_ROUNDS, MOST_SEED, EventPlan
from enraya.league.model.settings import LeagueSettings

FOUR = tuple(Entrant(name, "random") for name in "ABCD")


@pytest.mark.parametrize(("rules", "balanced"), [("classic", True), ("boom", False)])
def test_openings_are_balanced_where_they_can_be_solved(rules: str, balanced: bool) -> None:
    settings = LeagueSettings("L", rules=rules, reserve=2.0, opening_plies=3, memory_mb=99)
    tournament = EventPlan(games=4, seed=7).tournament(settings, FOUR)
    assert tournament.balanced is balanced
    assert (tournament.games, tournament.seed, tournament.agents) == (4, 7, FOUR)
    taken = (tournament.rules, tournament.reserve, tournament.opening_plies, tournament.memory_mb)
    assert taken == (rules, 2.0, 3, 99)


@pytest.mark.parametrize(
    ("kind", "wanted", "rounds"),
    [("swiss", 9, 3), ("swiss", 2, 2), ("swiss", 0, 0), ("round-robin", 9, 0), ("knockout", 2, 0)],
)
def test_only_a_swiss_event_has_rounds_and_no_two_players_meet_twice(
    kind: str, wanted: int, rounds: int
) -> None:
    plan = EventPlan(kind=kind, rounds=wanted)
    assert plan.tournament(LeagueSettings("L"), FOUR).rounds == rounds


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (EventPlan(kind="league"), "kind of tournament"),
        (EventPlan(games=0), "games must be from 1 to 1,000, not 0"),
        (EventPlan(rounds=MOST_ROUNDS + 1), "rounds must be from 0 to 100, not 101"),
        (EventPlan(seed=-1), "seed must be"),
    ],
)
def test_nonsensical_plans_are_refused(plan: EventPlan, told: str) -> None:
    with pytest.raises(EnrayaError, match=told):
        plan.check()


def test_plans_at_the_bounds_are_accepted_and_read_back() -> None:
    for plan in (EventPlan(games=MOST_GAMES, rounds=MOST_ROUNDS, seed=MOST_SEED), EventPlan()):
        plan.check()
        assert EventPlan.from_json(plan.to_json()) == plan
