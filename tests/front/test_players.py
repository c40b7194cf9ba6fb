"""Players made of texts, functions and objects."""

from typing import Any

import numpy as np
import pytest

import enraya
from enraya.front.players import ask_human, player_of

START = enraya.Position()


def leftmost(position: enraya.Position) -> int:
    """The leftmost open column."""
    column = position.legal_moves[0]
    assert isinstance(column, int)
    return column


class Second:
    """An object that plays, counts its games, and sees its limit."""

    def __init__(self) -> None:
        self.games = 0
        self.limits: list[enraya.Limit] = []

    def prepare(self, rules: enraya.RuleSet) -> None:
        """Counts a game."""
        assert rules.name == "classic"
        self.games += 1

    def choose(self, position: enraya.Position, limit: enraya.Limit) -> enraya.Choice:
        """The second open column, or else the first."""
        self.limits.append(limit)
        return enraya.Choice(position.legal_moves[:2][-1])


@pytest.mark.parametrize(
    ("who", "name", "move"),
    [
        ("script(3)", "script(3)", 3),
        (leftmost, "leftmost", 1),
        (lambda position: position.legal_moves[-1], "lambda", 7),
        (lambda position, limit: 5 if limit == enraya.Limit() else 4, "lambda", 5),
        (lambda position, limit=None: 5 if limit else 4, "lambda", 5),
        (lambda position, *, limit: 5 if limit else 4, "lambda", 5),
        (lambda position, depth=6: depth, "lambda", 6),
        (lambda *positions: len(positions), "lambda", 1),
        (lambda position: " 6", "lambda", 6),
        (lambda position: np.argmax(np.array(position).sum(axis=0)) + 2, "lambda", 2),
        (Second(), "Second", 2),
        (enraya.agent("script(6)"), "script(6)", 6),
    ],
)
def test_every_kind_of_player_chooses_a_move(who: Any, name: str, move: int) -> None:
    player = enraya.agent(who)
    assert player.name == name
    assert repr(player) == f"agent({name!r})"
    assert player(START) == move
    assert player.choose("").move == move


@pytest.mark.parametrize(("own", "name"), [("mine", "mine"), ("", "Second"), (7, "Second")])
def test_an_object_keeps_its_own_name_if_it_is_a_valid_one(own: object, name: str) -> None:
    assert enraya.agent(leftmost, name="given").name == "given"
    player = Second()
    player.name = own  # type: ignore[attr-defined]  # as users write it
    assert enraya.agent(player).name == name


def test_a_heuristic_looks_ahead_as_does_a_function_of_that_name() -> None:
    player = enraya.agent(heuristic=lambda position: 0.0, name="zero", depth=1)
    assert player.name == "zero"
    assert player("121212") == 1  # which wins
    assert player.choose("121212").depth == 1

    def heuristic(position: enraya.Position) -> float:
        return float(len(position.moves))

    assert player_of(heuristic)("121212") == 1
    assert player_of(heuristic).choose("").depth == 4


def test_the_seed_determines_the_moves_of_a_random_agent() -> None:
    moves = [enraya.agent("random", seed=seed).choose("").move for seed in range(20)]
    again = [enraya.agent("random", seed=seed).choose("").move for seed in range(20)]
    assert moves == again
    assert len(set(moves)) > 1


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (7, "7 is no agent; give a text such as 'level\\(3\\)'"),
        (Second, "Second is a class; give an object of it: Second\\(\\)"),
        (None, "give an agent or a heuristic"),
        ("levle(3)", "did you mean 'level'"),
        ("absent.py", "there is no file 'absent.py'"),
        (lambda a, b, c: 1, "takes \\(a, b, c\\); an agent's function takes position"),
        (lambda: 1, "an agent's function takes position"),
    ],
)
def test_an_object_that_is_not_an_agent_is_refused_in_one_sentence(who: Any, sentence: str) -> None:
    with pytest.raises(enraya.EnrayaError, match=sentence):
        enraya.agent(who)


def test_a_heuristic_must_be_a_function() -> None:
    with pytest.raises(enraya.InvalidSetting, match="'rivest' is no function"):
        enraya.agent(heuristic="rivest")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "question"),
    [("es", "X, te toca (1-7): "), ("en", "X, your move (1-7): "), ("de", "X, your move (1-7): ")],
)
def test_people_are_asked_in_their_language_or_in_english(
    language: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENRAYA_LANG", language)
    monkeypatch.setattr("builtins.input", {question: "4"}.__getitem__)
    assert ask_human(START, enraya.Limit()) == 4
