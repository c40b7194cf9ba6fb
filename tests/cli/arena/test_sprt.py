"""`enraya sprt`: its options and its verdict."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import Pentanomial
from enraya.arena.store.store import Tournament
from enraya.cli.arena.sprt import PlayedTest, print_verdict
from enraya.errors import EnrayaError
from tests.cli.running import answer, enraya, printed

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
    with pytest.raises(EnrayaError):
        printed("sprt", *arguments)


def test_a_test_stops_by_itself_and_is_not_played_twice(tmp_path: Path) -> None:
    command = ("sprt", "greedy", "random", "--elo1", "150", "--engine", "serial")
    more = ("--games", "60", "--store", str(tmp_path / "games.sqlite"))
    first, second = (answer(*command, *more) for _ in range(2))
    assert first == second
    assert first["accepted"] == "H1"
    assert first["llr"] >= first["upper"]


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


@pytest.mark.parametrize(
    ("counts", "openings", "reasons"),
    [
        (UNDECIDED, 10, ["after 20 games, the most allowed"]),
        (UNDECIDED, 9, ["after 20 games, the most allowed", "there are only 9 openings"]),
        (UNDECIDED, None, []),
        (DECIDED, 100, []),
    ],
)
def test_the_verdict_says_when_games_or_openings_ran_out(
    counts: Pentanomial,
    openings: int | None,
    reasons: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(counts, openings, capsys)
    all_reasons = ("after 20 games, the most allowed", "there are only 9 openings")
    assert [reason for reason in all_reasons if reason in lines[0]] == reasons
    assert (lines[-1] == "tournament 7, store: games.sqlite") == (openings is not None)
