"""Answers as tables, in a notebook, as data frames and as JSON."""

import json
import sys

import pytest

import enraya
from enraya.errors import InvalidSetting
from enraya.result import Result, Rows


class Fruit(Result):
    """An answer as simple as can be."""

    formats = {"price": ".2f"}  # noqa: RUF012  # as the class says

    @property
    def rows(self) -> Rows:
        """Two rows."""
        apple = {"name": "<apple>", "price": 0.5, "ripe": True, "months": (9, 10)}
        return [apple, {"name": "fig", "price": 12, "ripe": False, "months": None}]

    @property
    def remarks(self) -> list[str]:
        """What else is to say."""
        return ["a & b"]

    def to_object(self) -> dict[str, object]:
        """The rows."""
        return {"fruit": self.rows}


def test_an_answer_prints_as_a_table() -> None:
    lines = ["name     price  ripe  months", "-" * 28, "<apple>   0.50  ripe    9 10"]
    lines += ["fig      12.00             -", "a & b"]
    assert str(Fruit()).splitlines() == lines
    assert repr(Fruit()) == str(Fruit())


def test_a_notebook_shows_a_table_with_escaped_text() -> None:
    page = Fruit()._repr_html_()
    assert "<table>" in page
    assert "&lt;apple&gt;" in page
    assert "<p>a &amp; b</p>" in page


def test_a_notebook_shows_the_position_above_the_table() -> None:
    page = enraya.analyse("445522")._repr_html_()
    assert page.index("<svg") < page.index("<table>")


def test_an_answer_becomes_a_data_frame() -> None:
    frame = Fruit().to_frame()
    assert list(frame.columns) == ["name", "price", "ripe", "months"]
    assert frame["price"].sum() == 12.5


def test_without_pandas_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        InvalidSetting, match="needs pandas, the extra 'frames': `pip install pandas`"
    ):
        Fruit().to_frame()


def test_an_answer_becomes_json() -> None:
    assert json.loads(Fruit().to_json())["fruit"][1] == {
        "name": "fig", "price": 12, "ripe": False, "months": None,
    }  # fmt: skip
