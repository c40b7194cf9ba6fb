"""The claims of the papers: the exact ones hold, and every experiment runs."""

from pathlib import Path

import pytest

from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.arena.store.store import Store
from enraya.errors import UnknownName
from enraya.reproduce import PAPERS, REDUCED, SHORT, Agreement, Claim, Lab, claims_of, reproduce
from enraya.reproduce.claim import FULL
from enraya.reproduce.match import judge
from enraya.reproduce.page import reproduction_page

EXACT = [claim for claim in claims_of([]) if claim.exact]
SAMPLES = [claim for claim in claims_of([]) if not claim.exact]


def name_of(claim: Claim) -> str:
    return f"{claim.paper}: {claim.text}"


@pytest.fixture
def lab(tmp_path: Path) -> "Lab":
    return Lab(REDUCED, Store(tmp_path / "games.sqlite"), engine="serial")


@pytest.mark.parametrize("claim", EXACT, ids=name_of)
def test_exact_claims_come_out_as_the_papers_programs_have_them(claim: Claim, lab: Lab) -> None:
    finding = claim.measure(lab)
    assert finding.agreement is not Agreement.NOT, finding.sentence


@pytest.mark.slow
@pytest.mark.parametrize("claim", SAMPLES, ids=name_of)
def test_every_experiment_runs_and_has_a_figure(claim: Claim, lab: Lab) -> None:
    finding = claim.measure(lab)
    assert any(character.isdigit() for character in finding.figure)
    assert finding.sentence


def test_a_claim_is_judged_by_its_interval() -> None:
    even = Tally(ResultCounts(10, 0, 10), ResultCounts(10, 0, 10), (5, 0, 10, 0, 5))
    strong = Tally(ResultCounts(20, 0, 0), ResultCounts(20, 0, 0), (0, 0, 0, 0, 20))
    assert judge(strong).agreement is Agreement.REPRODUCED
    assert judge(~strong).because == "the games say the opposite"
    assert judge(even).because == "40 games are too few to tell"
    assert judge(strong, least=0.95).because == "40 games are too few to tell"


def test_commands_name_the_games_of_their_effort() -> None:
    claim = next(claim for claim in PAPERS["uam"] if "against random" in claim.text)
    assert "--games 100 " in claim.command(SHORT)
    assert "--games 1000 " in claim.command(FULL)


def test_an_unknown_paper_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="uam"):
        claims_of(["uan"])


def test_the_page_has_a_section_for_each_paper(lab: Lab) -> None:
    claims = [claim for claim in EXACT if claim.paper == "porto"][:2]
    text = reproduction_page(reproduce(claims, lab), REDUCED).render()
    assert "Porto" in text
    assert "561, 505, 1025, 396, 55 calls" in text
