"""Charts as plain values for Plotly, without the page's colours.

The colours are those of the palette of Okabe and Ito, which colour-blind people can distinguish,
that are visible on light and dark backgrounds; lines also differ in their dashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9")
DASHES = ("solid", "dash", "dot", "dashdot")
MARKS = ("circle", "square", "diamond", "cross", "triangle-up", "x")
LOW, MIDDLE, HIGH = "#d55e00", "#eeeeee", "#0072b2"
"""The colours of the ends and the middle of a scale with a neutral value."""
PALE_LOW, NEUTRAL, PALE_HIGH = "#f0a868", "#999999", "#56b4e9"
MOST_LABELLED = 16
"""The most columns of a heat map whose cells are labelled with their numbers."""
NAME_WIDTH = 26
_ROW, _CELL, _FRAME, _HEIGHT = 26, 20, 110, 380


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its figure, its size, and a label for screen readers."""

    label: str
    figure: dict[str, Any]
    """The ``data`` and ``layout`` of Plotly."""
    height: int = _HEIGHT
    width: int = 0
    """The width in pixels below which the chart scrolls instead of shrinking; 0 for none."""


class Series(NamedTuple):
    """A named series of points, with the ends of a band around them if it has one."""

    name: str
    x: Sequence[float]
    y: Sequence[float | None]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


class Part(NamedTuple):
    """One series of a stacked bar chart: its name, its share of each bar, and its colour."""

    name: str
    values: Sequence[float]
    colour: str


def short(name: str) -> str:
    """A name shortened to fit beside an axis, and escaped, because Plotly interprets some markup.

    >>> short("alphabeta(depth=12, eval=qmatic)")
    'alphabeta(dep…eval=qmatic)'
    """
    if len(name) > NAME_WIDTH:
        half = NAME_WIDTH // 2
        name = f"{name[:half]}…{name[1 - half :]}"
    return escape(name)


def error_bars(
    names: Sequence[str],
    values: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    axis: str,
    label: str,
) -> Chart:
    """A chart of values with intervals, one row for each name, the first on top."""
    minus = [value - low for value, low in zip(values, lows, strict=True)]
    plus = [high - value for value, high in zip(values, highs, strict=True)]
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": list(values),
        "y": list(range(len(names))),
        "text": [escape(name) for name in names],
        "error_x": {"type": "data", "symmetric": False, "array": plus, "arrayminus": minus},
        "marker": {"color": COLOURS[0], "size": 9},
        "hovertemplate": "%{text}<br>%{x:.1f}<extra></extra>",
    }
    layout = {"xaxis": {"title": {"text": axis}}, "yaxis": _names(names, reverse=True)}
    return Chart(label, {"data": [trace], "layout": layout}, _FRAME + _ROW * len(names))


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    label: str,
) -> Chart:
    """A heat map of shares from 0 to 1, with a half in the neutral colour; None stays empty."""
    trace = {
        "type": "heatmap",
        "z": values,
        "zmin": 0,
        "zmax": 1,
        "xgap": 1,
        "ygap": 1,
        "colorscale": [[0, LOW], [0.5, MIDDLE], [1, HIGH]],
        "text": [[escape(text) for text in line] for line in texts],
        "hovertemplate": "%{text}<extra></extra>",
        "colorbar": {"thickness": 12, "tickformat": ".0%"},
    }
    if len(columns) <= MOST_LABELLED:
        trace["texttemplate"] = "%{z:.0%}"
    across = _names(columns) | {"side": "top", "tickangle": -60, "showgrid": False}
    layout = {"xaxis": across, "yaxis": _names(rows, reverse=True) | {"showgrid": False}}
    width = 3 * _FRAME + _CELL * len(columns)
    return Chart(label, {"data": [trace], "layout": layout}, 2 * _FRAME + _ROW * len(rows), width)


def lines(
    series: Sequence[Series],
    x: str,
    y: str,
    label: str,
    *,
    log: bool = False,
    numbered: bool = False,
) -> Chart:
    """A chart of lines over a common axis, with bands around those that have them.

    With ``numbered``, meant for a few points at 1, 2, 3, …, each point has a marker and a tick.
    """
    traces: list[dict[str, Any]] = []
    for place, line in enumerate(series):
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)]
        if line.low:
            traces.append(_band(line, colour))
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers" if numbered else "lines",
                "marker": {"symbol": MARKS[place % len(MARKS)], "size": 8},
                "name": short(line.name),
                "legendgroup": str(place),
                "x": list(line.x),
                "y": _drawable(line.y, log),
                "line": {"color": colour, "dash": dash, "width": 2},
                "hovertemplate": "%{x}: %{y:.4g}",
            }
        )
    chart = _with_axes(traces, x, y, label, log, len(series))
    if numbered:
        chart.figure["layout"]["xaxis"]["dtick"] = 1
    return chart


def scatter(series: Sequence[Series], x: str, y: str, label: str, *, log: bool = False) -> Chart:
    """A scatter plot: points without lines between them."""
    traces = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": short(points.name),
            "x": list(points.x),
            "y": _drawable(points.y, log),
            "marker": {
                "color": COLOURS[place % len(COLOURS)],
                "symbol": MARKS[place % len(MARKS)],
                "size": 7,
                "opacity": 0.8,
            },
        }
        for place, points in enumerate(series)
    ]
    return _with_axes(traces, x, y, label, log, len(series))


def stacked(names: Sequence[str], parts: Sequence[Part], axis: str) -> Chart:
    """A stacked bar chart, one bar for each name, the first on top."""
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": escape(part.name),
            "x": list(part.values),
            "y": list(range(len(names))),
            "marker": {"color": part.colour},
            "hovertemplate": "%{x}",
        }
        for part in parts
    ]
    layout = {
        "barmode": "stack",
        "xaxis": {"title": {"text": escape(axis)}},
        "yaxis": _names(names, reverse=True),
        "legend": _LEGEND,
    }
    height = _FRAME + _ROW * (len(names) + 1)
    label = ", ".join(part.name for part in parts)
    return Chart(f"{axis}: {label}", {"data": traces, "layout": layout}, height)


def columns(x: Sequence[float], y: Sequence[float], x_title: str, y_title: str) -> Chart:
    """A chart of columns, such as how often each value occurs."""
    trace = {
        "type": "bar",
        "x": list(x),
        "y": list(y),
        "marker": {"color": COLOURS[0]},
        "hovertemplate": "%{x}: %{y}<extra></extra>",
    }
    return _with_axes([trace], x_title, y_title, f"{y_title}, {x_title}", log=False, names=1)


_LEGEND = {"orientation": "h", "y": 1, "yanchor": "bottom", "traceorder": "normal"}
"""The legend, above the chart: below it, the legend would cover the title of the axis."""


def _with_axes(
    traces: list[dict[str, Any]], x: str, y: str, label: str, log: bool, names: int
) -> Chart:
    scale = {"type": "log", "exponentformat": "power"} if log else {}
    layout = {
        "xaxis": {"title": {"text": escape(x)}},
        "yaxis": {"title": {"text": escape(y)}} | scale,
        "legend": _LEGEND,
        "showlegend": names > 1,
    }
    return Chart(label, {"data": traces, "layout": layout}, _HEIGHT + _ROW * (names // 3))


def _drawable(values: Sequence[float | None], log: bool) -> list[float | None]:
    """The values; on a logarithmic axis those without a logarithm are replaced by None."""
    return [None if log and value is not None and value <= 0 else value for value in values]


def _band(line: Series, colour: str) -> dict[str, Any]:
    """The band between the low and high ends of a series, as a trace of Plotly."""
    return {
        "type": "scatter",
        "x": [*line.x, *reversed(line.x)],
        "y": [*line.high, *reversed(line.low)],
        "fill": "toself",
        "fillcolor": colour,
        "opacity": 0.2,
        "line": {"width": 0},
        "mode": "lines",
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _names(names: Sequence[str], *, reverse: bool = False) -> dict[str, Any]:
    """An axis with the names at 0, 1, 2, …, so that equal names get separate rows or columns."""
    places = list(range(len(names)))
    axis: dict[str, Any] = {
        "tickvals": places,
        "ticktext": [short(name) for name in names],
        "automargin": True,
        "range": [-0.5, len(names) - 0.5],
        "zeroline": False,
    }
    if reverse:
        axis["range"] = axis["range"][::-1]
    return axis
