"""Pages and charts: complete, escaped, self-contained."""

import json
import re
from html.parser import HTMLParser

import pytest

from enraya.reports import charts
from enraya.reports.charts import Part, Series
from enraya.reports.page import Page, Section, chart, data, folded
from enraya.result import paragraph, table

HOSTILE = '</script><img src=x onerror="alert(1)">&\'"'


class Addresses(HTMLParser):
    """Everything that a page points to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str | None] = []

    def handle_starttag(self, _: str, attributes: list[tuple[str, str | None]]) -> None:  # noqa: D102
        self.found += [value for name, value in attributes if name in ("src", "href")]


def test_a_page_with_charts_embeds_their_library_and_loads_nothing() -> None:
    assert len(Page("t", "s", [Section("h", [paragraph("p")])]).render()) < 10_000
    drawing = charts.columns([1, 2], [3, 4], "x", "y")
    text = Page("t", "s", [Section("h", [chart(drawing, "c")])]).render()
    assert "Plotly" in text
    addresses = Addresses()
    addresses.feed(text)
    assert set(addresses.found) == {"data:,", "#section-0"}


def test_text_is_escaped_wherever_it_enters() -> None:
    drawing = charts.error_bars([HOSTILE], [1.0], [0.0], [2.0], "Elo", "l")
    parts = [
        paragraph(HOSTILE),
        table([HOSTILE], [[HOSTILE]], HOSTILE),
        folded(HOSTILE, []),
        data({HOSTILE: HOSTILE}, HOSTILE),
    ]
    text = Page(HOSTILE, HOSTILE, [Section(HOSTILE, parts)]).render()
    assert "<img" not in text
    assert text.count("</script>") == 1  # the end of the data
    assert "<img" not in chart(drawing, HOSTILE)


def test_chart_names_are_escaped_for_the_markup_of_the_library() -> None:
    series = [Series(HOSTILE[:20], [1], [2])]
    drawings = [
        charts.lines(series, "x", "y", "l"),
        charts.scatter(series, "x", "y", "l"),
        charts.heat_map(["<b>"], ["<b>"], [[0.5]], [["<b>"]], "l"),
        charts.stacked(["<b>"], [Part("<b>", [1], charts.LOW)], "x"),
    ]
    for drawing in drawings:
        assert not re.search(r"<(?!br>|extra>|/extra>)", json.dumps(drawing.figure))


def test_data_is_read_back_from_its_script_and_infinity_is_refused() -> None:
    values = {"a": HOSTILE, "b": [1, None]}
    text = re.fullmatch(r'<script type="application/json" id="n">(.*)</script>', data(values, "n"))
    assert text
    assert json.loads(text[1]) == values
    with pytest.raises(ValueError, match="JSON"):
        data([float("inf")])


def test_columns_of_numbers_are_right_aligned_and_tables_have_names() -> None:
    text = table(["name", "n", "word"], [["a", 1, "x"], ["b", "", "2 y"]])
    assert '<th scope="col" class="number">n</th>' in text
    assert '<td class="number">1</td><td>x</td>' in text
    assert 'aria-label="ranking"' in table(["a", "", "b"], [], "ranking")
    assert 'aria-label="a, b"' in table(["a", "", "b"], [])
