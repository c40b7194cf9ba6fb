"""Charts: how large they are, what they say beside their values."""

from typing import Any

import pytest

from enraya.reports import charts
from enraya.reports.charts import COLOURS, DASHES, NAME_WIDTH, Chart, Part, Series, short

ROW, COLUMN = 26, 20
"""The least size in which a name can be read, in pixels."""


def error_bars(names: list[str]) -> Chart:
    values = [0.0] * len(names)
    return charts.error_bars(names, values, values, values, "Elo")


def stacked(names: list[str]) -> Chart:
    return charts.stacked(names, [Part("won", [1] * len(names), charts.LOW)], "games")


def heat_map(names: list[str]) -> Chart:
    cells = [[""] * len(names)] * len(names)
    return charts.heat_map(names, names, [[0.5] * len(names)] * len(names), cells, "points")


def lines(count: int) -> Chart:
    series = [Series(str(number), [1], [number]) for number in range(count)]
    return charts.lines(series, "x", "y", "lines")


@pytest.mark.parametrize(("draw", "frame"), [(error_bars, 100), (stacked, 130), (heat_map, 200)])
def test_every_name_has_its_row_beside_axes_and_legend(draw: Any, frame: int) -> None:
    for count in (1, 2, 40):
        assert draw(["name"] * count).height >= frame + ROW * count


def test_the_columns_of_a_heat_map_have_room_beside_names_and_scale() -> None:
    for count in (1, 2, 40):
        assert heat_map(["name"] * count).width >= 300 + COLUMN * count


def test_a_legend_of_several_rows_makes_a_chart_of_lines_higher() -> None:
    assert lines(6).height == lines(2).height + 2 * ROW


def test_one_line_needs_no_legend() -> None:
    assert not lines(1).figure["layout"]["showlegend"]
    assert lines(2).figure["layout"]["showlegend"]


def test_lines_of_the_same_colour_have_other_dashes() -> None:
    drawn = [trace["line"] for trace in lines(len(COLOURS) * len(DASHES)).figure["data"]]
    assert len({(line["color"], line["dash"]) for line in drawn}) == len(drawn)
    assert {line["dash"] for line in drawn[: len(COLOURS)]} == {"solid"}


def test_a_name_that_fits_is_not_shortened() -> None:
    assert short("x" * NAME_WIDTH) == "x" * NAME_WIDTH
    assert short("x" * (NAME_WIDTH + 1)) != "x" * (NAME_WIDTH + 1)


def test_intervals_are_drawn_to_both_sides_of_their_values() -> None:
    drawing = charts.error_bars(["a", "b"], [5.0, 1.0], [3.0, 0.5], [9.0, 2.0], "Elo", "Strength")
    bars = drawing.figure["data"][0]["error_x"]
    assert (bars["arrayminus"], bars["array"]) == ([2.0, 0.5], [4.0, 1.0])
    assert drawing.label == "Strength"
    assert error_bars(["a"]).label == "Elo"


def test_the_first_name_is_on_top_and_none_lies_on_the_frame() -> None:
    assert error_bars(["a", "b"]).figure["layout"]["yaxis"]["range"] == [1.5, -0.5]
    assert heat_map(["a", "b"]).figure["layout"]["xaxis"]["range"] == [-0.5, 1.5]


@pytest.mark.parametrize(("count", "is_labelled"), [(16, True), (17, False)])
def test_the_cells_of_a_small_heat_map_carry_their_numbers(count: int, is_labelled: bool) -> None:
    trace = heat_map(["name"] * count).figure["data"][0]
    assert ("texttemplate" in trace) == is_labelled
