"""The claims of the five papers, each put to the test."""

from collections.abc import Sequence

from enraya.errors import UnknownName
from enraya.reproduce import porto, tec, uam, uam_learning, ugr, upc
from enraya.reproduce.claim import Claim

PAPERS: dict[str, tuple[Claim, ...]] = {
    uam.PAPER: uam.CLAIMS + uam_learning.CLAIMS,
    ugr.PAPER: ugr.CLAIMS,
    porto.PAPER: porto.CLAIMS,
    tec.PAPER: tec.CLAIMS,
    upc.PAPER: upc.CLAIMS,
}
"""The claims of each paper, by its name."""


def claims_of(papers: Sequence[str]) -> list[Claim]:
    """The claims of the named papers, or of all papers if none is named.

    Raises:
        UnknownName: for a paper that does not exist.
    """
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    wanted = papers or PAPERS
    return [claim for name in PAPERS if name in wanted for claim in PAPERS[name]]
