"""The claims of the papers: the exact ones hold, and what follows from the others."""

from pathlib import Path

import pytest

from enraya.arena.statistics.elo import share_interval
from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.arena.store.store import Store
from enraya.errors import UnknownName
from enraya.reproduce import (
    FULL,
    PAPERS,
    REDUCED,
    SHORT,
    Agreement,
    Claim,
    Kind,
    Lab,
    Row,
    claims_of,
    reproduce,
)
from enraya.reproduce.match import DecidingMatch, judge
from enraya.reproduce.page import Reproduction, html_page, markdown_page
from enraya.reproduce.porto import CALLS

EXACT = [claim for claim in claims_of([]) if claim.kind is Kind.EXACT]


def name_of(claim: Claim) -> str:
    return f"{claim.paper}: {claim.text}"


@pytest.fixture
def lab(tmp_path: Path) -> "Lab":
    return Lab(REDUCED, Store(tmp_path / "games.sqlite"), engine="serial")


@pytest.mark.parametrize("claim", EXACT, ids=name_of)
def test_exact_claims_come_out_as_the_papers_programs_have_them(claim: Claim, lab: Lab) -> None:
    finding = claim.measure(lab)
    assert finding.agreement is not Agreement.NOT, finding.sentence


def test_a_claim_is_judged_by_its_interval() -> None:
    even = Tally(ResultCounts(10, 0, 10), ResultCounts(10, 0, 10), (5, 0, 10, 0, 5))
    strong = Tally(ResultCounts(20, 0, 0), ResultCounts(20, 0, 0), (0, 0, 0, 0, 20))
    assert judge(strong).agreement is Agreement.REPRODUCED
    assert judge(~strong).because == "the games say the opposite"
    assert judge(even).because == "40 games are too few to tell"
    assert judge(strong, least=0.95).because == "40 games are too few to tell"


def test_a_share_at_the_end_of_its_interval_is_not_decided() -> None:
    even = Tally(ResultCounts(10, 0, 10), ResultCounts(10, 0, 10), (5, 0, 10, 0, 5))
    for end in share_interval(even):
        assert judge(even, least=end).because == "40 games are too few to tell"


@pytest.mark.parametrize("paper", ["ugr", "upc"])
def test_a_stand_in_confirms_no_victory_over_the_original(paper: str, lab: Lab) -> None:
    claim = next(claim for claim in PAPERS[paper] if "here: a stand-in" in claim.text)
    finding = claim.measure(lab)
    assert "wins" in finding.figure
    assert finding.agreement is Agreement.NOT
    assert "with a stand-in it won 2" in finding.because


def test_commands_name_the_games_of_their_effort() -> None:
    claim = next(claim for claim in PAPERS["uam"] if "against random" in claim.text)
    assert "--games 100 " in claim.command(SHORT)
    assert "--games 1000 " in claim.command(FULL)


def test_an_interrupted_reproduction_plays_no_game_twice(lab: Lab) -> None:
    match = DecidingMatch("greedy", ("random", "level(1)"), 400)
    heard: list[int] = []
    first = match.play(
        Lab(REDUCED, lab.store, "serial", on_done=lambda done, _: heard.append(done))
    )
    assert heard[-1] == first.total.games == 8
    heard.clear()
    again = match.play(
        Lab(REDUCED, lab.store, "serial", on_done=lambda done, _: heard.append(done))
    )
    assert again == first
    assert heard == []


def test_an_unknown_paper_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="uam"):
        claims_of(["uan"])


def test_claims_are_those_of_the_papers_named_or_of_all_in_the_order_of_the_papers() -> None:
    assert claims_of(["porto", "ugr"]) == [*PAPERS["ugr"], *PAPERS["porto"]]
    assert claims_of([]) == [claim for claims in PAPERS.values() for claim in claims]


def test_the_caller_hears_of_every_claim_before_and_after(lab: Lab) -> None:
    claims = [claim for claim in EXACT if claim.paper == "porto"]
    heard: list[Claim] = []
    rows: list[Row] = []
    found = reproduce(claims, lab, heard.append, lambda *row: rows.append(row))
    assert heard == claims
    assert rows == found


@pytest.mark.parametrize("write", [html_page, markdown_page])
def test_the_page_has_claims_figures_commands_and_when_it_was_made(write: object, lab: Lab) -> None:
    assert callable(write)
    claims = [claim for claim in EXACT if claim.paper == "porto"]
    text = write(Reproduction(reproduce(claims, lab), REDUCED, "Measured on Sunday."))
    assert "Porto: minimax" in text
    assert "Measured on Sunday." in text
    assert "enraya move 1 141 14111 1411151 141115131 --agent" in text
    for calls in CALLS.values():
        assert f"{', '.join(map(str, calls))} nodes" in text
