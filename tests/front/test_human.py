"""A person who is asked for a move."""

import pytest

from enraya.front.human import ask_human
from enraya.game.position import Position
from enraya.limit import Limit


@pytest.mark.parametrize(
    ("language", "question"),
    [("es", "X, te toca (1-7): "), ("en", "X, your move (1-7): "), ("de", "X, your move (1-7): ")],
)
def test_people_are_asked_in_their_language_or_in_english(
    language: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENRAYA_LANG", language)
    monkeypatch.setattr("builtins.input", {question: "4"}.__getitem__)
    assert ask_human(Position.start(), Limit()) == 4
