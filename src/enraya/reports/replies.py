"""The page about scripted games: two charts, nodes and time of each reply, and their numbers."""

from collections.abc import Callable, Sequence

from enraya.arena.play.replies import Reply, ScriptedGame
from enraya.game.notation import format_move
from enraya.game.text import status
from enraya.reports.charts import Chart, Series, lines
from enraya.reports.page import Page, Section, chart, paragraph, table

_MILLI = 1e3
_WIDE = 1000
"""How many times the least value the greatest may be before an axis is logarithmic."""


def reply_charts(games: Sequence[ScriptedGame]) -> tuple[Chart, Chart]:
    """How many nodes each reply took, and how long."""
    return (
        _chart(games, "nodes", lambda reply: reply.nodes),
        _chart(games, "milliseconds", lambda reply: _MILLI * reply.seconds),
    )


def _chart(
    games: Sequence[ScriptedGame], unit: str, value_of: Callable[[Reply], float | None]
) -> Chart:
    values = [[value_of(reply) for reply in game.replies] for game in games]
    known = [value for row in values for value in row if value]
    series = [
        Series(game.agent, range(1, len(row) + 1), row)
        for game, row in zip(games, values, strict=True)
    ]
    wide = bool(known) and max(known) > _WIDE * min(known)
    label = f"{unit.capitalize()} of each reply"
    return lines(series, "reply", unit, label, log=wide, numbered=True)


def replies_page(games: Sequence[ScriptedGame], script: str) -> Page:
    """The charts of games against the same script, with their numbers."""
    human = ", ".join(script)
    nodes, time = reply_charts(games)
    numbers = [str(number) for number in range(1, max(len(g.replies) for g in games) + 1)]
    rows = [
        [game.agent, name, *cells, *[""] * (len(numbers) - len(cells))]
        for game in games
        for name, cells in reply_rows(game).items()
    ]
    ends = [[game.agent, game.end.moves, status(game.end), game.unplayed] for game in games]
    return Page(
        "Nodes and time of each reply",
        f"{games[0].end.rules}: a human who begins plays {human}",
        [
            Section(
                "Nodes", [chart(nodes, "Positions that an agent looked at, as it counts them")]
            ),
            Section("Time", [chart(time, "The search alone: nothing is loaded or compiled in it")]),
            Section("Replies", [table(["agent", "reply", *numbers], rows)]),
            Section(
                "Games",
                [
                    table(["agent", "moves", "end", "of the script left"], ends),
                    paragraph("A game ends early when it is over or the human's column is full."),
                ],
            ),
        ],
    )


def reply_rows(game: ScriptedGame) -> dict[str, list[str]]:
    """The moves, nodes and times of all replies, for a table."""
    return {
        "move": [format_move(reply.move) for reply in game.replies],
        "nodes": ["–" if reply.nodes is None else f"{reply.nodes:,}" for reply in game.replies],
        "ms": [f"{_MILLI * reply.seconds:.3f}" for reply in game.replies],
    }
