"""`enraya sprt`: its options and its verdict."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from typer.testing import CliRunner

from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import Pentanomial
from enraya.arena.store.store import Tournament
from enraya.cli import app
from enraya.cli.arena.sprt import PlayedTest, parse_counts, print_verdict
from enraya.errors import EnrayaError
from tests.cli.running import answer, enraya

TEST = Sprt(elo0=0, elo1=100)


def test_counts_alone_give_the_verdict_of_the_reference_case() -> None:
    done = enraya("sprt", "--counts", "379,10170,21828,10640,343", "--elo0", "0", "--elo1", "2")
    assert done.returncode == 0
    assert "H1 accepted" in done.stdout
    assert "3.05 ± 2.31 normalized Elo" in done.stdout
    assert "from -2.944 (H0: 0) to 2.944 (H1: 2)" in done.stdout


def test_one_sided_counts_are_answered_in_json() -> None:
    won = answer("sprt", "--counts", "0,0,0,0,40", "--logistic", "--elo1", "100")
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
    command = ("sprt", "greedy", "random", "--elo1", "150", "--engine", "serial")
    more = ("--games", "60", "--store", str(tmp_path / "games.sqlite"))
    first, second = (answer(*command, *more) for _ in range(2))
    assert first == second
    assert first["accepted"] == "H1"
    assert first["llr"] >= first["upper"]


def test_counts_have_at_most_nine_digits() -> None:
    assert parse_counts("1, 2,3,4," + "9" * 9) == (1, 2, 3, 4, 999_999_999)
    with pytest.raises(EnrayaError, match="is not five counts"):
        parse_counts("1,2,3,4," + "1" + "0" * 9)


UNDECIDED, DECIDED = (1, 2, 4, 2, 1), (0, 0, 0, 0, 100)


def said(
    counts: Pentanomial, openings: int | None, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """What is printed of a test, played from some openings or only asked about."""
    played = None
    if openings is not None:
        tournament = SimpleNamespace(id=7, openings=["1"] * openings)
        played = PlayedTest(cast(Tournament, tournament), Path("games.sqlite"))
    print_verdict(TEST, counts, played, as_json=False)
    return capsys.readouterr().out.splitlines()


def test_only_games_that_were_played_to_the_last_are_the_most_allowed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said(UNDECIDED, 10, capsys)[0].endswith("after 20 games, the most allowed")
    assert "allowed" not in said(UNDECIDED, None, capsys)[0]
    assert "allowed" not in said(DECIDED, 100, capsys)[0]


@pytest.mark.parametrize(("openings", "are_few"), [(9, True), (10, False), (None, False)])
def test_the_verdict_says_when_there_are_too_few_openings(
    openings: int | None, are_few: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(UNDECIDED, openings, capsys)
    assert ("there are only 9 openings" in lines[0]) == are_few
    assert (lines[-1] == "tournament 7, store: games.sqlite") == (openings is not None)
