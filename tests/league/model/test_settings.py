"""The settings of a league: their bounds, dates, and how they are typed."""

import json
from dataclasses import replace

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.settings import MOST_BASELINES, MOST_NAME, MOST_QUOTA, LeagueSettings
from enraya.league.model.settings_text import change_settings, format_settings

SETTINGS = LeagueSettings("IA 2026", rules="classic(columns=5, rows=4)", openings=10)
GRADING = {"points": {"level(3)": 2.0}, "bands": [[0.1, 3], [0.4, 1]], "places": [2, 1]}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"zone": "Madrid"}, "unknown time zone"),
        ({"deadline": "tomorrow"}, "cannot read the time"),
        ({"languages": ("cobol",)}, "unknown language"),
        ({"baselines": ("levle(3)",)}, "unknown agent"),
        ({"baselines": ()}, "baselines"),
        ({"seconds": None}, "seconds or the nodes"),
        ({"quota": 0}, "quota must be from 1"),
        ({"name": " "}, "the name of a league"),
        ({"name": "x" * (MOST_NAME + 1)}, "the name of a league"),
        ({"name": "a\x07"}, "the name of a league"),
        ({"languages": ()}, "at least one language"),
        ({"baselines": ("random", "random")}, "different baselines"),
        ({"baselines": tuple(map(str, range(MOST_BASELINES + 1)))}, "1 to 20"),
        ({"deadline": "1999-12-31T23:59"}, "the year of"),
        ({"deadline": "9001-01-01T00:00"}, "the year of"),
        ({"deadline": "2026-12-18"}, "cannot read the time"),
        ({"deadline": "2026-12-18T23:59+01:00"}, "cannot read the time"),
    ],
)
def test_nonsensical_settings_are_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(EnrayaError, match=why):
        replace(SETTINGS, **change).check()  # type: ignore[arg-type]  # that is the point


def test_settings_at_the_bounds_are_accepted() -> None:
    agents = tuple(f"minimax(depth={n})" for n in range(1, MOST_BASELINES + 1))
    replace(
        SETTINGS, name="x" * MOST_NAME, quota=MOST_QUOTA, baselines=agents, seconds=60.0,
        deadline="2000-01-01T00:00",
    ).check()  # fmt: skip
    replace(
        SETTINGS, quota=1, baselines=("random",), seconds=None, nodes=1,
        deadline="9000-12-31T00:00:30",
    ).check()  # fmt: skip


def test_settings_with_unknown_names_or_values_are_reported_as_damaged() -> None:
    plain = json.loads(SETTINGS.to_json())
    assert LeagueSettings.from_json(json.dumps({"name": "IA"})) == LeagueSettings("IA")
    for name, value in (("colour", "red"), ("quota", "5"), ("grading", []), ("is_open", 1)):
        with pytest.raises((ValueError, TypeError)):
            LeagueSettings.from_json(json.dumps({**plain, name: value}))


def test_a_deadline_lasts_until_the_end_of_its_minute_in_its_zone() -> None:
    settings = replace(SETTINGS, deadline="2026-12-18T23:59", zone="Europe/Madrid")
    deadline = settings.deadline_time
    assert deadline == 1797634800.0
    assert settings.is_late(deadline)
    assert not settings.is_late(deadline - 0.001)
    assert LeagueSettings.from_json(settings.to_json()) == settings
    exact = replace(settings, deadline="2026-12-18T23:59:00")
    assert exact.deadline_time == deadline - 60
    assert SETTINGS.deadline_time is None
    assert not SETTINGS.is_late(1e12)


def test_settings_are_typed_in_the_form_in_which_they_are_shown() -> None:
    settings = LeagueSettings("IA", grading=GRADING, baselines=("random", "level(3)"))
    shown = format_settings(settings)
    again = change_settings(settings, [f"{name}={value}" for name, value in shown.items()])
    assert format_settings(again) == shown
    assert shown["grading.points.level(3)"] == "2"
    assert shown["baselines"] == "random; level(3)"
    fewer = change_settings(settings, ["baselines=random"])
    assert fewer.grading["points"] == {}
    changed = change_settings(settings, ["grading.points.level(3)=3", "seconds=none", "nodes=9"])
    assert format_settings(changed)["grading.points.level(3)"] == "3"
    assert (changed.seconds, changed.nodes) == (None, 9)
    assert "grading.points" not in shown
    changed = change_settings(
        settings, ["seconds=2.5", "reserve=0.5", "is_open=No", "grading.elo1=2.5", "baselines="]
    )
    assert (changed.seconds, changed.reserve, changed.is_open) == (2.5, 0.5, False)
    assert (changed.grading["elo1"], changed.baselines) == (2.5, ())
    assert changed.grading["points"] == GRADING["points"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("quota", "NAME=VALUE"),
        ("quotas=3", "unknown setting 'quotas'; did you mean 'quota'?"),
        ("quota=many", "quota must be a number, not 'many'"),
        ("quota=2.5", "quota must be a whole number"),
        ("quota=none", "quota must be a number, not 'none'"),
        ("grading.pairs=2.5", "grading.pairs must be a whole number"),
        ("grading.points=3", "unknown setting 'grading.points'"),
        ("grading.bands=5%", "written like 5%:3"),
        ("is_open=maybe", "is_open must be yes or no"),
        ("grading.bands=x%:3", "must be a number, not 'x'"),
        ("grading.points.level(3)=x", "must be a number, not 'x'"),
    ],
)
def test_changes_that_cannot_be_read_are_refused(change: str, sentence: str) -> None:
    with pytest.raises(EnrayaError) as refused:
        change_settings(LeagueSettings("IA"), [change])
    assert sentence in str(refused.value)
