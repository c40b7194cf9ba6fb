"""Every claim of the five papers, put to the test."""

from collections.abc import Callable, Iterable, Sequence

from enraya.errors import UnknownName
from enraya.reproduce import porto, tec, uam, uam_learning, ugr, upc
from enraya.reproduce.claim import (
    FULL,
    REDUCED,
    SHORT,
    Agreement,
    Claim,
    Finding,
    Kind,
    Lab,
    Thoroughness,
)

__all__ = [
    "FULL",
    "PAPERS",
    "REDUCED",
    "SHORT",
    "Agreement",
    "Claim",
    "Finding",
    "Kind",
    "Lab",
    "Row",
    "Thoroughness",
    "claims_of",
    "reproduce",
]

PAPERS: dict[str, tuple[Claim, ...]] = {
    uam.PAPER: uam.CLAIMS + uam_learning.CLAIMS,
    ugr.PAPER: ugr.CLAIMS,
    porto.PAPER: porto.CLAIMS,
    tec.PAPER: tec.CLAIMS,
    upc.PAPER: upc.CLAIMS,
}
"""The claims by paper, in the order of the papers."""

Row = tuple[Claim, Finding]


def claims_of(papers: Sequence[str]) -> list[Claim]:
    """The claims of the papers named, or of all.

    Raises:
        UnknownName: for a paper that does not exist.
    """
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    wanted = papers or PAPERS
    return [claim for name in PAPERS if name in wanted for claim in PAPERS[name]]


def reproduce(
    claims: Iterable[Claim],
    lab: Lab,
    on_claim: Callable[[Claim], None] | None = None,
    on_row: Callable[[Claim, Finding], None] | None = None,
) -> list[Row]:
    """Measures every claim, one after the other.

    Args:
        claims: what to measure.
        lab: what to measure with.
        on_claim: called before each.
        on_row: called after each.
    """
    rows = []
    for claim in claims:
        if on_claim:
            on_claim(claim)
        finding = claim.measure(lab)
        rows.append((claim, finding))
        if on_row:
            on_row(claim, finding)
    return rows
