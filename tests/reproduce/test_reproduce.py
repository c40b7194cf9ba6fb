"""The claims of the papers: chosen, measured one after the other, and written down."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.store.store import Store
from enraya.errors import UnknownName
from enraya.reproduce import PAPERS, claims_of
from enraya.reproduce.claim import REDUCED, Agreement, Kind, Lab
from enraya.reproduce.experiments import match_of
from enraya.reproduce.page import Reproduction, html_page, markdown_page
from enraya.reproduce.porto import CALLS

PORTO = [claim for claim in PAPERS["porto"] if claim.kind is Kind.EXACT]


@pytest.fixture
def lab(tmp_path: Path) -> "Lab":
    return Lab(REDUCED, Store(tmp_path / "games.sqlite"), engine="serial")


@pytest.mark.parametrize("paper", ["ugr", "upc"])
def test_beating_a_stand_in_does_not_confirm_a_claim_about_the_original(
    paper: str, lab: Lab
) -> None:
    claim = next(claim for claim in PAPERS[paper] if "here: a stand-in" in claim.text)
    finding = claim.measure(lab)
    assert "wins" in finding.figure
    assert finding.agreement is Agreement.NOT
    assert "with a stand-in it won 2" in finding.because


def test_an_interrupted_reproduction_plays_no_game_twice(lab: Lab) -> None:
    match = match_of("greedy", "random", "level(1)", games=400)
    heard: list[int] = []
    following = replace(lab, on_done=lambda done, _: heard.append(done))
    first = match.run(following)
    assert heard[-1] == first.total.games == 8
    heard.clear()
    assert match.run(following) == first
    assert heard == []


def test_claims_are_those_of_the_named_papers_in_the_order_of_the_list() -> None:
    assert claims_of(["porto", "ugr"]) == [*PAPERS["ugr"], *PAPERS["porto"]]
    assert claims_of([]) == [claim for claims in PAPERS.values() for claim in claims]
    with pytest.raises(UnknownName, match="uam"):
        claims_of(["uan"])


@pytest.mark.parametrize("write", [html_page, markdown_page])
def test_the_page_has_claims_figures_commands_and_when_it_was_made(
    write: Callable[[Reproduction], str], lab: Lab
) -> None:
    rows = [(claim, claim.measure(lab)) for claim in PORTO]
    text = write(Reproduction(rows, REDUCED, "Measured on Sunday."))
    assert "Porto: minimax" in text
    assert "Measured on Sunday." in text
    assert "enraya move 1 141 14111 1411151 141115131 --agent" in text
    for calls in CALLS.values():
        assert f"{', '.join(map(str, calls))} nodes" in text
