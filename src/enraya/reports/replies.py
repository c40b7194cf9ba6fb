"""The report on scripted games: charts and a table of the nodes and time of each reply."""

from collections.abc import Callable, Sequence

from enraya.arena.play.replies import Reply, ScriptedGame
from enraya.game.notation import format_move
from enraya.game.text_drawing import status
from enraya.reports.charts import Chart, Series, lines
from enraya.reports.page import Page, Section, chart, headings
from enraya.result import paragraph, table
from enraya.texts import ENGLISH, Texts

_MILLI = 1e3
_WIDE = 1000
"""The ratio of the greatest value to the least above which an axis is logarithmic."""


def reply_charts(games: Sequence[ScriptedGame], t: Texts = ENGLISH) -> tuple[Chart, Chart]:
    """Two charts of scripted games: the nodes of each reply, and its time."""
    nodes, time = t("report.costs.nodes"), t("report.replies.milliseconds")
    return (
        _chart(games, nodes, t("report.replies.nodes.chart"), lambda reply: reply.nodes, t),
        _chart(
            games, time, t("report.replies.time.chart"), lambda reply: _MILLI * reply.seconds, t
        ),
    )


def _chart(
    games: Sequence[ScriptedGame],
    unit: str,
    label: str,
    value_of: Callable[[Reply], float | None],
    t: Texts,
) -> Chart:
    values = [[value_of(reply) for reply in game.replies] for game in games]
    known = [value for row in values for value in row if value]
    series = [
        Series(game.agent, range(1, len(row) + 1), row)
        for game, row in zip(games, values, strict=True)
    ]
    wide = bool(known) and max(known) > _WIDE * min(known)
    return lines(series, t("report.replies.reply"), unit, label, log=wide, numbered=True)


def replies_page(games: Sequence[ScriptedGame], script: str, t: Texts = ENGLISH) -> Page:
    """The report on games against the same script: charts and tables."""
    nodes, time = reply_charts(games, t)
    numbers = [str(number) for number in range(1, max(len(g.replies) for g in games) + 1)]
    rows = [
        [game.agent, name, *cells, *[""] * (len(numbers) - len(cells))]
        for game in games
        for name, cells in reply_rows(game, t).items()
    ]
    replies = [t("report.head.agent"), t("report.replies.reply"), *numbers]
    ends = [[game.agent, game.end.moves, status(game.end, t), game.unplayed] for game in games]
    columns = headings(t, "agent", "moves", "ending", "unplayed")
    return Page(
        t("report.replies"),
        t("report.replies.subtitle", rules=str(games[0].end.rules), human=", ".join(script)),
        [
            Section(t("report.replies.nodes"), [chart(nodes, t("report.replies.nodes.caption"))]),
            Section(t("report.replies.time"), [chart(time, t("report.replies.time.caption"))]),
            Section(t("report.replies.table"), [table(replies, rows)]),
            Section(
                t("report.replay"), [table(columns, ends), paragraph(t("report.replies.early"))]
            ),
        ],
        texts=t,
    )


def reply_rows(game: ScriptedGame, t: Texts = ENGLISH) -> dict[str, list[str]]:
    """The moves, nodes and times of all replies as rows of a table, by their headings."""
    return {
        t("report.replies.move"): [format_move(reply.move) for reply in game.replies],
        t("report.costs.nodes"): [
            "–" if reply.nodes is None else t.number(reply.nodes) for reply in game.replies
        ],
        "ms": [t.plain(f"{_MILLI * reply.seconds:.3f}") for reply in game.replies],
    }
