"""A self-contained HTML page: sections of text, tables and charts, with style and scripts.

All text is escaped; only `Html`, which functions here and in `enraya.result` make, is inserted
unchanged.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from enraya.reports.charts import Chart, Series, lines
from enraya.result import Html
from enraya.texts import ENGLISH, Texts


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: a heading and the parts below it."""

    heading: str
    parts: Sequence[Html]


@dataclass(frozen=True, slots=True)
class Page:
    """A report as an HTML page.

    >>> page = Page("Results", "of <today>", [Section("Who won", [Html("<p>a &amp; b</p>")])])
    >>> text = page.render()
    >>> "<h1>Results</h1>" in text, "of &lt;today&gt;" in text, "<p>a &amp; b</p>" in text
    (True, True, True)
    """

    title: str
    subtitle: str
    sections: Sequence[Section]
    scripts: Sequence[str] = field(default=())
    """The names of scripts in ``assets`` to include; that for charts is added if needed."""
    texts: Texts = ENGLISH
    """The language of the page."""

    def render(self) -> str:
        """The whole page as HTML text."""
        contents = "".join(_section(place, part) for place, part in enumerate(self.sections))
        links = "".join(
            f'<li><a href="#section-{place}">{escape(section.heading)}</a></li>'
            for place, section in enumerate(self.sections)
        )
        scripts = [_asset(name) for name in self.scripts]
        if 'class="chart"' in contents:
            plotly = files("plotly").joinpath("package_data", "plotly.min.js")
            scripts = [plotly.read_text(encoding="utf-8"), _asset("charts.js"), *scripts]
        return Template(_asset("page.html")).substitute(
            language=self.texts.language,
            title=escape(self.title),
            subtitle=escape(self.subtitle),
            style=_asset("page.css"),
            sections=escape(self.texts("report.sections")),
            links=links,
            contents=contents,
            scripts="".join(f"<script>{script}</script>\n" for script in scripts),
        )


def chart(drawing: Chart, caption: str) -> Html:
    """A chart with a caption, as part of a page; it adapts to the page's colours and width."""
    label = escape(drawing.label)
    scrolls = f' tabindex="0" role="group" aria-label="{label}"' if drawing.width else ""
    return Html(
        f'<figure><div class="wide"{scrolls}><div class="chart" role="img" aria-label="{label}" '
        f'style="height:{drawing.height}px;min-width:{drawing.width}px">{data(drawing.figure)}</div>'
        f"</div><figcaption>{escape(caption)}</figcaption></figure>\n"
    )


def line_chart(
    series: Sequence[Series], x: str, y: str, label: str, caption: str, *, log: bool = False
) -> Html:
    """A chart of lines over a common axis, as part of a page."""
    return chart(lines(series, x, y, label, log=log), caption)


def headings(t: Texts, *names: str) -> list[str]:
    """The headings of columns, given their keys after ``report.head.``."""
    return [t(f"report.head.{name}") for name in names]


def data(values: Mapping[str, Any] | Sequence[Any], name: str = "") -> Html:
    """Values as JSON for a script of the page, in an element that is not shown."""
    # A "<" could end the script element; in JSON it can be escaped wherever it occurs.
    text = json.dumps(values, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    mark = f' id="{escape(name)}"' if name else ""
    return Html(f'<script type="application/json"{mark}>{text}</script>')


def folded(summary: str, parts: Iterable[Html]) -> Html:
    """Content that is hidden below its summary until the reader opens it."""
    return Html(f"<details><summary>{escape(summary)}</summary>{''.join(parts)}</details>\n")


def _section(place: int, section: Section) -> str:
    heading = f'<h2 id="heading-{place}">{escape(section.heading)}</h2>\n'
    return (
        f'<section id="section-{place}" aria-labelledby="heading-{place}">\n{heading}'
        f"{''.join(section.parts)}</section>\n"
    )


def _asset(name: str) -> str:
    return files("enraya.reports").joinpath("assets", name).read_text(encoding="utf-8")
