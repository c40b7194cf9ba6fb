"""The papers' players in their own languages agree with ours, and with what the papers' do."""

import re
from collections.abc import Sequence
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


def explained(command: list[str], lines: Sequence[str], *arguments: str) -> list[Explained]:
    """What a player answers and explains, which must be the same move."""
    moves, reasons = answers([*command, "explain", *arguments], list(lines))
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
def test_a_player_agrees_with_ours_in_evaluation_move_and_value(
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
def test_the_lisp_player_values_positions_as_the_paper_does(tmp_path: Path) -> None:
    values = {
        "4": -14, "44": -6, "4453": -6, "324443": 8, "44444322": 0, "1231241352463": -19,
        "443355": -23, "112233": -14,
    }  # fmt: skip
    said = dict(
        zip(
            values,
            explained(command_of(AGENTS / "madrid.lisp", tmp_path), list(values)),
            strict=True,
        )
    )
    assert {moves: one.evaluation for moves, one in said.items()} == values
    assert said["4"][1:] == ("4", -12)
    assert said["324443"][1:] == ("2", -1)
    assert said["443355"].value == 10_000_000


@pytest.mark.slow
def test_the_boom_player_values_and_chooses_as_the_paper_does(tmp_path: Path) -> None:
    command = command_of(AGENTS / "granada.cpp", tmp_path)
    lines = ["44335522", "627324423663B56777B55", "17663666424736652321124B371"]
    assert [one.evaluation for one in explained(command, lines, "1")] == [28, 9, 84]
    choices = explained(command, ["", "4", "4433", "44335522"], "4")
    assert [one[1:] for one in choices] == [("4", 15), ("4", -4), ("3", 29), ("3", 52)]
    assert explained(command, ["627324423663B56777B55"], "2")[0][1:] == ("4", 99_999_999)


@pytest.mark.slow
def test_the_java_player_counts_and_plays_as_the_original_program(tmp_path: Path) -> None:
    command = command_of(AGENTS / "QMatic.java", tmp_path)
    values = {
        "4": -22, "44": 9, "4455": 96, "44554466": 995, "12345678": 1, "5445": 1, "4354": 81,
        "13243": 84, "24354656": -954,
    }  # fmt: skip
    said = explained(command, list(values), "1")
    assert [one.evaluation for one in said] == list(values.values())
    explored = [answers([*command, "explain", depth], [""])[1][0] for depth in "12345678"]
    assert [int(line.split()[-2]) for line in explored] == [
        8, 43, 256, 1520, 7921, 30_450, 144_279, 595_614,
    ]  # fmt: skip


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
