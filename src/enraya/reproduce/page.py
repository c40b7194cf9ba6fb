"""Pages that show every claim beside our figure: HTML with charts, or Markdown without."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from enraya.reports.page import Page, Section, chart
from enraya.reproduce.claim import Row, Thoroughness
from enraya.result import Html, paragraph, table

TITLE = "The five papers, measured again"
PAPER_TITLES = {
    "uam": "Madrid: heuristics and a learned evaluation",
    "ugr": "Granada: alpha-beta for Conecta-4 BOOM",
    "porto": "Porto: minimax, alpha-beta and Monte Carlo tree search",
    "tec": "Costa Rica: genetic agents",
    "upc": "Barcelona: QMatic on 8×8",
}
COLUMNS = ("claim", "section", "our figure", "the figure is", "verdict", "command")
HOW = (
    "Every figure is what the command beside it prints. Intervals are 95 %, from pairs of games "
    "that share an opening with sides swapped. Figures in seconds depend on the machine, and so "
    "do iterations within a time."
)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """All rows of a run of `enraya reproduce`, and what its page says about them."""

    rows: Sequence[Row]
    thoroughness: Thoroughness
    made: str
    """When the figures were measured, and by which command."""

    @property
    def summary(self) -> str:
        """How many claims, and when and how they were measured."""
        return f"{len(self.rows)} claims. {self.made}"

    @property
    def verdicts(self) -> list[tuple[str, int]]:
        """How many claims have each verdict, the most frequent first."""
        return Counter(finding.agreement.value for _, finding in self.rows).most_common()

    def papers(self) -> list[tuple[str, list[Row]]]:
        """The title and the rows of each paper."""
        names = dict.fromkeys(claim.paper for claim, _ in self.rows)
        return [
            (PAPER_TITLES[name], [row for row in self.rows if row[0].paper == name])
            for name in names
        ]

    def cells(self, row: Row) -> tuple[str, ...]:
        """The cells of a row under `COLUMNS`."""
        claim, finding = row
        command = claim.command(self.thoroughness)
        kind = claim.kind.value
        return claim.text, claim.section, finding.figure, kind, finding.sentence, command


def html_page(found: Reproduction) -> str:
    """The page as HTML: one section per paper, with its charts below its table."""
    verdicts = table(("verdict", "claims"), found.verdicts, "Verdicts")
    sections = [Section("In short", [verdicts, paragraph(HOW)])]
    for title, rows in found.papers():
        charts = [drawing for _, finding in rows for drawing in finding.charts]
        parts: list[Html] = [table(COLUMNS, map(found.cells, rows), "Claims and figures")]
        sections.append(Section(title, parts + [chart(one, one.label) for one in charts]))
    return Page(TITLE, found.summary, sections).render()


def markdown_page(found: Reproduction) -> str:
    """The page as Markdown: the same tables, without charts."""
    parts = [f"# {TITLE}", found.summary, HOW, _table(("verdict", "claims"), found.verdicts)]
    for title, rows in found.papers():
        cells = [(*row[:-1], f"`{row[-1]}`") for row in map(found.cells, rows)]
        parts += [f"## {title}", _table(COLUMNS, cells)]
    return "\n\n".join(parts) + "\n"


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
