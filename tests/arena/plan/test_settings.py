"""Settings of a tournament, its clocks, and the seeds of its games."""

import pytest

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.arena.plan.settings import TournamentSettings
from enraya.errors import InvalidSetting, UnknownName
from enraya.limit import Clock, parse_clock
from tests.arena.support import settings_of


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "league"}, "unknown kind of tournament 'league'"),
        ({"games": 0}, "games must be from 1 to"),
        ({"games": 1_000_001}, "games must be from 1 to 1000000, not 1000001"),
        ({"opening_plies": 99}, "opening plies must be from 0 to 40, not 99"),
        ({"rounds": 2}, "rounds must be from 0 to 1, not 2"),
        ({"clock": "soon"}, "is not a clock"),
        ({"reserve": -0.5}, "the reserve must be from 0 to 1,000,000 seconds, not -0.5"),
        ({"reserve": 1_000_001}, "the reserve must be from 0 to 1,000,000 seconds"),
        ({"max_bytes": -1}, "bytes of a file must be from 0 to 1000000000, not -1"),
    ],
)
def test_impossible_settings_are_refused(change: dict[str, object], words: str) -> None:
    values: dict[str, object] = {"kind": "swiss", **change}
    with pytest.raises((InvalidSetting, UnknownName), match=words):
        settings_of("random", "greedy", **values).check()  # type: ignore[arg-type]
    with pytest.raises(InvalidSetting, match="at least two"):
        TournamentSettings("match", make_entrants(["random"])).check()


def test_the_second_of_two_equal_agents_is_numbered_in_its_seeds() -> None:
    settings = settings_of("random", "random", seed=7)
    seed = derive_seed(7, "classic", "random #2", "random", 3)
    assert settings.seed_of(Pairing(1, 0, 3)) == seed


@pytest.mark.parametrize(
    ("text", "clock"),
    [("60", Clock(60)), ("2.5+0.1", Clock(2.5, 0.1)), ("1000000+1000000", Clock(1e6, 1e6))],
)
def test_clocks_are_parsed(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock


@pytest.mark.parametrize(
    "text", ["", "x", "0", "-1", "60+", "60+-1", "nan", "inf", "1+2+3", "1000001", "60+1000001"]
)
def test_malformed_clocks_are_refused(text: str) -> None:
    with pytest.raises(InvalidSetting, match="is not a clock"):
        parse_clock(text)
