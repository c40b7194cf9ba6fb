"""Every claim of the five reports, put to the test."""

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
    Lab,
    Thoroughness,
)

__all__ = [
    "FULL",
    "REDUCED",
    "REPORTS",
    "SHORT",
    "Agreement",
    "Claim",
    "Finding",
    "Lab",
    "Row",
    "Thoroughness",
    "claims_of",
    "reproduce",
]

REPORTS: dict[str, tuple[Claim, ...]] = {
    uam.REPORT: uam.CLAIMS + uam_learning.CLAIMS,
    ugr.REPORT: ugr.CLAIMS,
    porto.REPORT: porto.CLAIMS,
    tec.REPORT: tec.CLAIMS,
    upc.REPORT: upc.CLAIMS,
}
"""The claims by report, in the order of the reports."""

Row = tuple[Claim, Finding]


def claims_of(reports: Sequence[str]) -> list[Claim]:
    """The claims of the reports named, or of all.

    Raises:
        UnknownName: for a report that does not exist.
    """
    for name in reports:
        if name not in REPORTS:
            raise UnknownName("report", name, REPORTS)
    return [claim for name in REPORTS if not reports or name in reports for claim in REPORTS[name]]


def reproduce(
    claims: Iterable[Claim], lab: Lab, on_row: Callable[[], None] | None = None
) -> list[Row]:
    """Measures every claim, one after the other; ``on_row`` is called after each."""
    rows = []
    for claim in claims:
        rows.append((claim, claim.measure(lab)))
        if on_row:
            on_row()
    return rows
