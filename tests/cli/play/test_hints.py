"""What the terminal advises a human to play."""

from time import perf_counter
from types import SimpleNamespace

import pytest

from enraya.agents import Choice
from enraya.cli.play import game
from enraya.cli.play.game import Hints
from enraya.game.position import Position
from enraya.texts import ENGLISH


@pytest.mark.parametrize(
    ("move", "key", "values"),
    [("B", "terminal.hint_bomb", {}), (7, "terminal.hint_column", {"column": "7"})],
)
def test_bombs_and_columns_have_their_own_words(
    move: int | str, key: str, values: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    adviser = SimpleNamespace(choose=lambda *_: Choice(move))
    monkeypatch.setattr(game, "parse_agent", lambda _: adviser)
    told = Hints().hint(Position.parse("44", "boom"), ENGLISH)
    assert told == ENGLISH(key, **values)


@pytest.mark.parametrize(("score", "value"), [(3, "win"), (0, "draw"), (-3, "loss")])
def test_an_exact_hint_says_how_the_game_ends(
    score: int, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = SimpleNamespace(score=score, plies_to_end=5, best=(3, 4))
    monkeypatch.setattr(game, "Solver", lambda: None)
    deadlines = list[float]()

    def analyse(*_: object, deadline: float) -> SimpleNamespace:
        deadlines.append(deadline)
        return known

    monkeypatch.setattr(game, "analyse", analyse)
    started = perf_counter()
    told = Hints().hint(Position.parse("44"), ENGLISH)
    end = ENGLISH(f"value.{value}", plies=5)
    assert told == ENGLISH("terminal.hint_exact", columns="3, 4", value=end)
    assert deadlines[0] > started


def test_where_the_solver_takes_too_long_a_search_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def parse(text: str) -> SimpleNamespace:
        asked.append(text)
        return SimpleNamespace(choose=lambda *_: Choice(4))

    monkeypatch.setattr(game, "Solver", lambda: None)
    monkeypatch.setattr(game, "analyse", lambda *_, **__: SimpleNamespace(score=None))
    monkeypatch.setattr(game, "parse_agent", parse)
    adviser = Hints()
    told = {adviser.hint(Position.parse(moves), ENGLISH) for moves in ("", "44")}
    assert told == {ENGLISH("terminal.hint_column", column="4")}
    assert len(asked) == 1  # the adviser is made once
