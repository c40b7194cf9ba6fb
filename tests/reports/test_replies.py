"""The page about scripted games."""

import pytest

from enraya.arena.play.replies import Reply, ScriptedGame
from enraya.game.position import Position
from enraya.reports.replies import replies_page, reply_charts
from enraya.texts import texts_in
from tests.reports.support import foreign_texts

QUICK = ScriptedGame("quick", Position.parse("1415"), (Reply(4, 50, 0.001), Reply(5, 60, 0.002)))
SLOW = ScriptedGame("slow", Position.parse("14"), (Reply(4, 700_000, 2.0),), "1")
WIDEST = ScriptedGame("widest", QUICK.end, (Reply(4, 1, 0.001), Reply(5, 1000, 1.0)))
MUTE = ScriptedGame("mute <b>", Position.parse("14"), (Reply(4, None, 0.003),))


@pytest.mark.parametrize(
    ("games", "scale"), [([QUICK, MUTE], None), ([WIDEST], None), ([QUICK, SLOW], "log")]
)
def test_an_axis_is_logarithmic_when_values_differ_much(
    games: list[ScriptedGame], scale: str | None
) -> None:
    for chart in reply_charts(games):
        assert chart.figure["layout"]["yaxis"].get("type") == scale
        assert chart.figure["layout"]["xaxis"]["dtick"] == 1


def test_charts_show_the_numbers_of_every_reply() -> None:
    nodes, time = (chart.figure["data"] for chart in reply_charts([QUICK, SLOW, MUTE]))
    assert [trace["y"] for trace in nodes] == [[50, 60], [700_000], [None]]
    assert [trace["y"] for trace in time] == [[1.0, 2.0], [2000.0], [3.0]]
    assert [trace["x"] for trace in nodes] == [[1, 2], [1], [1]]
    assert {trace["mode"] for trace in nodes} == {"lines+markers"}


def test_the_page_names_the_agents_and_the_moves_of_the_script() -> None:
    page = replies_page([QUICK, SLOW, MUTE], "11").render()
    assert page.count('class="chart"') == 2
    assert "a human who begins plays 1, 1" in page
    for part in ("700,000", "2000.000", "1415", "mute &lt;b&gt;"):
        assert part in page
    assert "mute <b>" not in page


@pytest.mark.parametrize(
    ("language", "to_move"), [("es", "juega X"), ("pt", "joga X"), ("ca", "toca jugar: X")]
)
def test_the_page_speaks_one_language(language: str, to_move: str) -> None:
    page = replies_page([QUICK, SLOW], "11", texts_in(language))
    assert foreign_texts(page, language) == []
    assert to_move in page.render()
