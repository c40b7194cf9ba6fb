"""Players of the papers in their own languages agree with the built-in ones."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.agents.players.fixed_depth import FixedDepthAgent
from enraya.game.notation import format_move
from tests.examples.positions import undecided_positions
from tests.examples.programs import AGENTS, answers, command_of

SQUARE = "classic(columns=8, rows=8)"
_EXPLANATION = re.compile(r"evaluation (-?\d+), \w+ (\w) worth (-?\d+)")


class Explained(NamedTuple):
    """What a player says of a position: its own value, the chosen move and the value of that."""

    evaluation: int
    move: str
    value: int


def explained(command: list[str], lines: list[str], *arguments: str) -> list[Explained]:
    """What a player answers and explains, which must be the same move."""
    moves, reasons = answers([*command, "explain", *arguments], lines)
    found = [_EXPLANATION.match(reason) for reason in reasons]
    said = [Explained(int(m[1]), m[2], int(m[3])) for m in found if m]
    assert [one.move for one in said] == moves
    return said


def ours(text: str, position: Position) -> Explained:
    """The same by enraya's agent of this text."""
    agent = parse_agent(text)
    assert isinstance(agent, FixedDepthAgent)
    choice = agent.choose(position, Limit())
    assert choice.score is not None
    evaluation = agent.heuristic.evaluate(position, position.mover)
    return Explained(int(evaluation), format_move(choice.move), int(choice.score))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "rules", "arguments", "text", "count"),
    [
        ("madrid.lisp", "classic", (), "Madrid-2", 500),
        ("granada.cpp", "boom", (), "Poda_AlfaBeta", 500),
        ("QMatic.java", SQUARE, ("6",), "QMatic(6)", 500),
        ("QMatic.java", SQUARE, (), "QMatic(8)", 20),  # half a second each
    ],
)
def test_an_example_player_agrees_with_its_built_in_twin(
    source: str, rules: str, arguments: tuple[str, ...], text: str, count: int, tmp_path: Path
) -> None:
    positions = undecided_positions(rules, count)
    said = explained(
        command_of(AGENTS / source, tmp_path), [p.moves for p in positions], *arguments
    )
    wrong = [
        (position.moves, one, wanted)
        for position, one in zip(positions, said, strict=True)
        if one != (wanted := ours(text, position))
    ]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "game"),
    [
        ("2", "2", "5417544563677314115533466766511436545463332881122"),
        ("4", "4", "53541455476166746454457677663546777512111112223"),
        ("5", "5", "54534355412431212"),
        ("6", "4", "536451274645414"),
        ("4", "6", "5454456318156411477885574144778811122223"),
    ],
)
def test_the_java_player_plays_the_games_of_the_original(
    first: str, second: str, game: str, tmp_path: Path
) -> None:
    command = command_of(AGENTS / "QMatic.java", tmp_path)
    for side, depth in enumerate((first, second)):
        before = [game[:plies] for plies in range(side, len(game), 2)]
        moves, _ = answers([*command, "play", depth], before)
        assert "".join(moves) == game[side::2]
