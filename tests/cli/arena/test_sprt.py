"""`enraya sprt` as a user runs it."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from enraya.cli import app
from enraya.cli.arena.sprt import parse_counts
from enraya.errors import EnrayaError
from tests.cli.running import enraya


def answer(*arguments: str) -> dict[str, Any]:
    """The JSON that a command prints."""
    found: dict[str, Any] = json.loads(CliRunner().invoke(app, arguments).stdout)
    return found


def test_counts_alone_give_the_verdict_of_the_reference_case() -> None:
    done = enraya("sprt", "--counts", "379,10170,21828,10640,343", "--elo0", "0", "--elo1", "2")
    assert done.returncode == 0
    assert "H1 accepted" in done.stdout
    assert "3.05 ± 2.31 normalized Elo" in done.stdout
    assert "from -2.944 (H0: 0) to 2.944 (H1: 2)" in done.stdout


def test_one_sided_counts_are_answered_in_json() -> None:
    won = answer("sprt", "--counts", "0,0,0,0,40", "--logistic", "--elo1", "100", "--json")
    assert (won["accepted"], won["scale"]) == ("H1", "logistic")
    assert won["elo"]["value"] is None
    assert won["elo"]["low"] > 100


@pytest.mark.parametrize(
    "arguments",
    [
        ("random",),
        (),
        ("random", "greedy", "--counts", "1,1,1,1,1"),
        ("--counts", "1,2,3,4"),
        ("--counts", "1,2,3,4,-5"),
        ("--counts", "1,2,3,4,9999999999"),
        ("--counts", "1,2,3,4,5", "--elo0", "5", "--elo1", "5"),
    ],
)
def test_senseless_requests_are_refused(arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, ["sprt", *arguments])
    assert isinstance(done.exception, EnrayaError)
    assert done.stdout == ""


def test_a_test_stops_by_itself_and_is_not_played_twice(tmp_path: Path) -> None:
    command = ("sprt", "greedy", "random", "--elo1", "150", "--engine", "serial", "--json")
    more = ("--games", "60", "--store", str(tmp_path / "games.sqlite"))
    first, second = (answer(*command, *more) for _ in range(2))
    assert first == second
    assert first["accepted"] == "H1"
    assert first["llr"] >= first["upper"]


def test_counts_have_at_most_nine_digits() -> None:
    assert parse_counts("1, 2,3,4," + "9" * 9) == (1, 2, 3, 4, 999_999_999)
    with pytest.raises(EnrayaError, match="is not five counts"):
        parse_counts("1,2,3,4," + "1" + "0" * 9)
