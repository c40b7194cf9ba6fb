"""The four-gene example in Python agrees with the built-in agent."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from enraya import Position
from enraya.agents.players.genes import odds, suggestions
from tests.examples.positions import undecided_positions
from tests.examples.programs import AGENTS, answers, command_of

COUNT = 500


@pytest.fixture(scope="module")
def player() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("costa_rica", AGENTS / "costa_rica.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_traits_of_the_example_agree_with_the_built_in_ones(player: Any) -> None:
    for position in undecided_positions("classic", COUNT):
        proposed = [trait(player.Board(position.moves), position.mover) for trait in player.TRAITS]
        assert [
            tuple(tuple(sorted(column + 1 for column in some)) for some in both)
            for both in proposed
        ] == [(ours.first, ours.second) for ours in suggestions(position)], position.moves


@pytest.mark.slow
def test_as_a_program_the_example_plays_moves_of_the_built_in_agent(
    player: Any, tmp_path: Path
) -> None:
    positions = undecided_positions("classic", COUNT)
    moves, _ = answers(command_of(AGENTS / "costa_rica.py", tmp_path), [p.moves for p in positions])
    for position, move in zip(positions, moves, strict=True):
        assert int(move) in odds(position, player.GENES).chances


@pytest.mark.parametrize(("moves", "column"), [("121212", 1), ("1212127", 2), ("12171", 1)])
def test_the_example_wins_if_it_can_and_otherwise_blocks(
    player: Any, moves: str, column: int
) -> None:
    assert player.choose(Position.parse(moves), None) == column
