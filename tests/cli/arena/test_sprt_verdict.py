"""Why a sequential test ended, in a sentence."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import Pentanomial
from enraya.arena.store.store import Tournament
from enraya.cli.arena.sprt import PlayedTest, print_verdict

TEST = Sprt(elo0=0, elo1=100)
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
def test_more_pairs_than_openings_are_told(
    openings: int | None, are_few: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(UNDECIDED, openings, capsys)
    assert ("there are only 9 openings" in lines[0]) == are_few
    assert (lines[-1] == "tournament 7, store: games.sqlite") == (openings is not None)
