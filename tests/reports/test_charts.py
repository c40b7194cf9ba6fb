"""Charts: their size, names, legends and axes."""

import json
from typing import Any

import pytest

from enraya.reports import charts
from enraya.reports.charts import COLOURS, DASHES, NAME_WIDTH, Chart, Part, Series

ROW, COLUMN = 26, 20
"""The least size in which a name can be read, in pixels."""


def error_bars(names: list[str]) -> Chart:
    values = [0.0] * len(names)
    return charts.error_bars(names, values, values, values, "Elo", "l")


def stacked(names: list[str]) -> Chart:
    return charts.stacked(names, [Part("won", [1] * len(names), charts.LOW)], "games")


def heat_map(names: list[str]) -> Chart:
    cells = [[""] * len(names)] * len(names)
    return charts.heat_map(names, names, [[0.5] * len(names)] * len(names), cells, "points")


def lines(count: int) -> Chart:
    series = [Series(str(number), [1], [number]) for number in range(count)]
    return charts.lines(series, "x", "y", "lines")


@pytest.mark.parametrize(("draw", "frame"), [(error_bars, 100), (stacked, 130), (heat_map, 200)])
def test_every_name_has_its_own_row_clear_of_axes_and_legend(draw: Any, frame: int) -> None:
    for count in (1, 2, 40):
        assert draw(["name"] * count).height >= frame + ROW * count
        assert heat_map(["name"] * count).width >= 300 + COLUMN * count


def test_lines_of_the_same_colour_have_different_dashes() -> None:
    drawn = [trace["line"] for trace in lines(len(COLOURS) * len(DASHES)).figure["data"]]
    assert len({(line["color"], line["dash"]) for line in drawn}) == len(drawn)
    assert {line["dash"] for line in drawn[: len(COLOURS)]} == {"solid"}


def test_intervals_extend_to_both_sides_of_values_in_separate_rows() -> None:
    drawing = charts.error_bars(["a", "b"], [5.0, 1.0], [3.0, 0.5], [9.0, 2.0], "Elo", "Strength")
    bars = drawing.figure["data"][0]["error_x"]
    assert (bars["arrayminus"], bars["array"]) == ([2.0, 0.5], [4.0, 1.0])
    assert drawing.figure["layout"]["yaxis"]["range"] == [1.5, -0.5], "the first is on top"
    name = "x" * 60
    drawing = charts.error_bars([name, name], [1, 2], [0, 1], [2, 3], "Elo", "l")
    assert drawing.figure["data"][0]["y"] == [0, 1]
    assert len(drawing.figure["layout"]["yaxis"]["ticktext"][0]) <= NAME_WIDTH


def test_spread_is_a_band_under_its_line() -> None:
    series = Series("a", [1, 2], [5, 6], low=[4, 5], high=[6, 7])
    band, line = charts.lines([series], "x", "y", "l").figure["data"]
    assert (band["x"], band["y"]) == ([1, 2, 2, 1], [6, 7, 5, 4])
    assert line["y"] == [5, 6]


def test_values_without_a_logarithm_are_left_out_of_logarithmic_charts() -> None:
    series = [Series("a", [1, 2, 3], [0, 5, None])]
    assert charts.lines(series, "x", "y", "l", log=True).figure["data"][0]["y"] == [None, 5, None]
    assert charts.lines(series, "x", "y", "l").figure["data"][0]["y"] == [0, 5, None]


def test_empty_charts_can_be_drawn() -> None:
    for drawing in (
        charts.error_bars([], [], [], [], "Elo", "l"),
        charts.lines([], "x", "y", "l"),
        charts.heat_map([], [], [], [], "l"),
        charts.columns([], [], "x", "y"),
        charts.stacked([], [], "x"),
    ):
        json.dumps(drawing.figure)
