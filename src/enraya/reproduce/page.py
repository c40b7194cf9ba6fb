"""The page that puts every claim beside our figure."""

from collections import Counter
from collections.abc import Sequence

from enraya.reports.page import Html, Page, Section, chart, paragraph, table
from enraya.reproduce.claim import Claim, Finding, Thoroughness

TITLES = {
    "uam": "Madrid: heuristics and a learned evaluation",
    "ugr": "Granada: alpha-beta for Conecta-4 BOOM",
    "porto": "Porto: minimax, alpha-beta and Monte Carlo tree search",
    "tec": "Tecnológico: genetic agents",
    "upc": "Barcelona: QMatic on 8×8",
}
COLUMNS = ("claim", "our figure", "verdict", "section", "command")


def reproduction_page(rows: Sequence[tuple[Claim, Finding]], thoroughness: Thoroughness) -> Page:
    """Everything that was measured: one section per paper, its charts below its table."""
    papers = list(dict.fromkeys(claim.paper for claim, _ in rows))
    sections = [
        Section(TITLES[paper], _parts([row for row in rows if row[0].paper == paper], thoroughness))
        for paper in papers
    ]
    return Page(
        "The five papers, measured again",
        f"{len(rows)} claims, {thoroughness.name} run",
        [Section("In short", [_summary(rows), paragraph(_HOW)]), *sections],
    )


_HOW = (
    "Every figure comes from the command beside it, with its default seed. Intervals are "
    "95 %, from pairs of games that share an opening with sides swapped. Figures in "
    "seconds depend on the machine."
)


def _summary(rows: Sequence[tuple[Claim, Finding]]) -> Html:
    counts = Counter(finding.agreement.value for _, finding in rows)
    return table(("verdict", "claims"), counts.most_common(), "Verdicts")


def _parts(rows: Sequence[tuple[Claim, Finding]], thoroughness: Thoroughness) -> list[Html]:
    cells = [
        (claim.text, finding.figure, finding.sentence, claim.section, claim.command(thoroughness))
        for claim, finding in rows
    ]
    charts = [chart(drawing, drawing.label) for _, finding in rows for drawing in finding.charts]
    return [table(COLUMNS, cells, "Claims and figures"), *charts]
