"""The benchmarks for developers, each on a tiny case, and their refusals."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from enraya.agents.text.languages import LANGUAGES
from tests.processes import free_port
from tools.bench import (
    hostile,
    ladder,
    languages,
    league,
    levels,
    links,
    oracle,
    sets,
    startup,
    web,
)

MODULES = (hostile, ladder, languages, league, levels, links, oracle, sets, startup, web)
PYTHON_ROWS = 3


def run(module: Any, *arguments: str) -> Result:
    """What a benchmark prints in this process."""
    app = typer.Typer()
    app.command()(module.main)
    return CliRunner().invoke(app, list(arguments))


def measured(module: Any, *arguments: str) -> Any:
    """The JSON that a benchmark prints."""
    done = run(module, *arguments, "--json")
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_benchmark_has_a_help_text_and_refuses_unknown_options(
    module: Any,
) -> None:
    assert f"python -m {module.__name__}" in module.__doc__
    assert run(module, "--help").exit_code == 0
    assert run(module, "--nonsense").exit_code == 2


def in_a_thread(measure: Callable[..., Any], *arguments: object) -> Any:
    """Runs a function in a thread, since a browser test may leave an event loop in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(measure, *arguments).result()


@pytest.mark.slow
def test_a_few_visitors_are_all_answered() -> None:
    row = in_a_thread(web.measure_web, 4, 4, free_port())
    assert row.errors == 0, row.first_error
    assert row.light_requests > 0
    assert row.light_answered == 1
    assert row.memory_end_mb > 0


@pytest.mark.slow
def test_hostile_visitors_do_not_affect_others() -> None:
    row = in_a_thread(hostile.measure_hostile, 5, 8, free_port())
    assert row.server_errors == 0
    assert row.touched == 0, row.first_touched
    assert row.refused == 0, row.first_refusal
    assert row.requests > 0
    assert row.attacks > 0


@pytest.mark.slow
def test_a_few_games_lose_no_move() -> None:
    row = in_a_thread(links.measure_links, 3, 4, free_port())
    assert row.errors == 0, row.first_error
    assert row.moves > 0
    assert row.lost == 0
    assert row.p99_ms >= row.median_ms > 0


@pytest.mark.slow
def test_a_small_class_is_answered_and_everything_it_sent_is_kept() -> None:
    row = in_a_thread(league.measure_league, 3, 1, 5, 0.4, free_port())
    assert row.server_errors == 0, row.first_error
    assert row.uploads == row.kept > 0
    assert row.doubled_games == 0
    assert row.requests > 0
    assert row.events > 0


def test_the_ladder_reports_the_coverage_of_intervals_and_games_needed() -> None:
    few = ("--leagues", "2", "--teams", "3", "--pairs", "10", "--races", "1", "--width", "400")
    found = measured(ladder, *few)
    assert found["coverage"]["intervals"] == 6
    assert found["games"]["ladder"] > 0
    assert "round robin" in run(ladder, *few).stdout


@pytest.mark.slow
def test_intervals_of_200_leagues_contain_the_truth_at_their_stated_rate() -> None:
    held = ladder.measure_coverage(leagues=200, teams=5, pairs=60)
    assert held.intervals == 1000
    assert 0.93 <= held.share <= 0.97


@pytest.mark.slow
def test_the_ladder_finds_the_order_of_levels_playing_as_programs(tmp_path: Path) -> None:
    order = levels.measure_levels(tmp_path / "league", [1, 6], 60, workers=1)
    assert order.games >= 60
    assert [row.level for row in order.levels] == [6, 1]
    assert order.reversed_pairs == 0


def test_scores_agree_with_those_of_bitbully() -> None:
    found = measured(oracle, "--count", "3", "--seed", "4", "--table-mb", "16")
    assert found["disagreements"] == []


def test_each_position_set_is_written_to_its_file(tmp_path: Path) -> None:
    asked = ("--out", str(tmp_path), "--set", "end-easy", "--count", "2")
    assert run(sets, *asked).exit_code == 0
    (file,) = tmp_path.iterdir()
    assert file.stem == "end-easy"
    assert len(file.read_text().splitlines()) == 2
    assert run(sets, "--out", str(tmp_path / "none")).exit_code == 2


def test_a_missing_toolchain_is_shown_as_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = list(languages.cases())
    assert [row.language for row in rows[PYTHON_ROWS:]] == [row.name for row in LANGUAGES]
    (tmp_path / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = measured(languages, "--games", "1")
    assert all(row["start_seconds"] > 0 < row["move_seconds"] for row in found[:PYTHON_ROWS])
    for row, language in zip(found[PYTHON_ROWS:], LANGUAGES, strict=True):
        assert row["start_seconds"] is None
        assert row["missing"].endswith(f"apt install {language.package}")


@pytest.mark.slow
def test_every_language_is_measured() -> None:
    rows = measured(languages, "--games", "2")
    assert [row["language"] for row in rows if row["start_seconds"] is None] == []


@pytest.mark.slow
def test_startup_times_are_compared_for_each_command() -> None:
    rows = measured(startup, "--runs", "1")
    assert [row["command"] for row in rows] == ["--version", "--help", "solve 4455"]
    assert all(row["ratio"] > 0 and row["most"] > 1 for row in rows)
